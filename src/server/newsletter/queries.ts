import type { Kysely, Transaction } from "kysely";
import type { RecentSpan } from "../platform/clock.ts";
import type { Database } from "../platform/db/schema.ts";

/** A signup to be stored. */
export interface NewSignup {
  readonly id: string;
  readonly email: string;
  readonly data: object;
  readonly createdAt: number;
  readonly spamReason: string | null;
  readonly addressHash: string | null;
}

/** Adds a signup. Earlier ones of the address stay as they are. */
export async function subscribe(trx: Transaction<Database>, signup: NewSignup): Promise<void> {
  await trx
    .insertInto("newsletter_subscribers")
    .values({
      id: signup.id,
      email: signup.email,
      data: JSON.stringify(signup.data),
      created_at: signup.createdAt,
      unsubscribed_at: null,
      spam_reason: signup.spamReason,
      address_hash: signup.addressHash,
    })
    .execute();
}

/** Counts signups from an address within a span of time (milliseconds), up to `max`. */
export async function countSignups(
  trx: Transaction<Database>,
  addressHash: string,
  { since, until }: RecentSpan,
  max: number,
): Promise<number> {
  const rows = await trx
    .selectFrom("newsletter_subscribers")
    .select("id")
    .where("address_hash", "=", addressHash)
    .where("created_at", ">", since)
    .where("created_at", "<=", until)
    .limit(max)
    .execute();
  return rows.length;
}

/** An address in lower case, or the id of one of its signups, which its unsubscribe link holds. */
type Signee = { readonly email: string } | { readonly id: string };

/**
 * Unsubscribes an address, however often it signed up; the records stay. A second time changes
 * nothing.
 * @param now milliseconds since 1970
 * @returns the number of signups that counted
 */
export async function unsubscribe(
  trx: Transaction<Database>,
  signee: Signee,
  now: number,
): Promise<number> {
  const rows = await trx
    .updateTable("newsletter_subscribers")
    .set({ unsubscribed_at: now })
    .where("email", "=", (query) =>
      "email" in signee
        ? query.val(signee.email)
        : query
            .selectFrom("newsletter_subscribers as named")
            .select("email")
            .where("id", "=", signee.id),
    )
    .where("unsubscribed_at", "is", null)
    .returning("id")
    .execute();
  return rows.length;
}

/** Every signup of an address in lower case, oldest first. */
export function listSignups(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("newsletter_subscribers")
    .select(["id", "data", "unsubscribed_at"])
    .where("email", "=", email)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** An address that gets the newsletter. */
export interface Subscriber {
  /** Its first signup that still counts: the unsubscribe link names it. */
  readonly id: string;
  readonly email: string;
  /** Whether every signup that still counts looks like spam. */
  readonly spam: boolean;
}

/** Current subscribers, each address once, oldest first. */
export async function listSubscribers(db: Kysely<Database>): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom("newsletter_subscribers")
    .select(({ fn }) => [
      "email",
      fn.min<string>("id").as("id"),
      fn.count("id").as("signups"),
      fn.count("spam_reason").as("marked"),
    ])
    .where("unsubscribed_at", "is", null)
    .groupBy("email")
    .orderBy((row) => row.fn.min("created_at"))
    .orderBy((row) => row.fn.min("id"))
    .execute();
  return rows.map(({ email, id, signups, marked }) => ({
    id,
    email,
    spam: Number(signups) === Number(marked),
  }));
}

/**
 * Takes the mark of spam off an address: each of its signups counts.
 * @returns the number of signups that had one
 */
export async function clearSignupSpam(trx: Transaction<Database>, email: string): Promise<number> {
  const rows = await trx
    .updateTable("newsletter_subscribers")
    .set({ spam_reason: null })
    .where("email", "=", email)
    .where("spam_reason", "is not", null)
    .returning("id")
    .execute();
  return rows.length;
}

/** Deletes every signup of an address in lower case. @returns how many */
export async function deleteSignups(trx: Transaction<Database>, email: string): Promise<number> {
  const rows = await trx
    .deleteFrom("newsletter_subscribers")
    .where("email", "=", email)
    .returning("id")
    .execute();
  return rows.length;
}
