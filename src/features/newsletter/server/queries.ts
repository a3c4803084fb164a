import type { Kysely, Transaction } from "kysely";
import type { RecentSpan } from "../../../platform/server/clock.ts";
import { prepare } from "../../../platform/server/db/prepare.ts";
import type { Database } from "../../../platform/server/db/schema.ts";

export interface NewSignup {
  readonly id: string;
  readonly email: string;
  readonly data: object;
  readonly createdAt: number;
  readonly spamReason: string | null;
  readonly addressHash: string | null;
  /** Path of the page with the form; "" if it is not known. */
  readonly page: string;
  readonly wording: string;
  /** Deadline to confirm it; null: it counts at once. */
  readonly pendingUntil: number | null;
}

const insertSignup = prepare<Omit<NewSignup, "data"> & { readonly data: string }, object>(
  [
    "id",
    "email",
    "data",
    "createdAt",
    "spamReason",
    "addressHash",
    "page",
    "wording",
    "pendingUntil",
  ],
  (db, signup) =>
    db.insertInto("newsletter_subscribers").values({
      id: signup.id,
      email: signup.email,
      data: signup.data,
      created_at: signup.createdAt,
      unsubscribed_at: null,
      spam_reason: signup.spamReason,
      address_hash: signup.addressHash,
      page: signup.page,
      wording: signup.wording,
      pending_until: signup.pendingUntil,
    }),
);

/**
 * Adds a signup of the public form. Earlier ones of the address are kept unchanged. A job lists it
 * within a second, so that signing up needs no other writes.
 */
export async function subscribe(trx: Transaction<Database>, signup: NewSignup): Promise<void> {
  await insertSignup(trx, { ...signup, data: JSON.stringify(signup.data) });
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

/** Every signup of an address in lower case, oldest first. */
export function listSignups(db: Kysely<Database>, email: string) {
  return db
    .selectFrom("newsletter_subscribers")
    .select([
      "id",
      "data",
      "unsubscribed_at",
      "page",
      "wording",
      "note",
      "added_by",
      "confirmed_at",
    ])
    .where("email", "=", email)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export interface Recipient {
  /** Its first signup that still counts: the unsubscribe link names it. */
  readonly id: string;
  readonly email: string;
  /** Whether every signup that still counts looks like spam. */
  readonly spam: boolean;
}

/** Current subscribers, each address once, oldest first; without those that did not confirm. */
export async function listRecipients(db: Kysely<Database>): Promise<Recipient[]> {
  const rows = await db
    .selectFrom("newsletter_subscribers")
    .select(({ fn }) => [
      "email",
      fn.min<string>("id").as("id"),
      fn.count("id").as("signups"),
      fn.count("spam_reason").as("marked"),
    ])
    .where("unsubscribed_at", "is", null)
    .where("pending_until", "is", null)
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
