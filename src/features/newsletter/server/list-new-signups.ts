import type { Kysely, Selectable, Transaction } from "kysely";
import { days } from "../../../platform/contract/durations.ts";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { tryLock } from "../../../platform/server/jobs/one-at-a-time.ts";
import { confirmationDays } from "../contract/newsletter-desk.ts";
import { DayChanges } from "./addresses/days.ts";
import { refreshAddress } from "./addresses/refresh-address.ts";
import { findSuppression } from "./addresses/suppressions.ts";
import { sendConfirmation } from "./confirmations.ts";

/** Signups per transaction: each holds the writer for a few milliseconds. */
const batchSize = 200;

type Signup = Pick<
  Selectable<Database["newsletter_subscribers"]>,
  "id" | "email" | "unsubscribed_at" | "spam_reason" | "pending_until" | "confirmed_at"
>;

export interface ListingContext {
  readonly database: Pick<DatabaseClient, "db" | "engine" | "write">;
  /** Origin of the site, for links in emails. */
  origin(): string;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Lists the addresses of new signups, oldest first, and emails a link to those that need
 * confirmation. Safe on several nodes at once.
 * @returns whether there may be more
 */
export async function listNewSignups(context: ListingContext): Promise<boolean> {
  const { db, engine, write } = context.database;
  // Usually nothing is left to do; check with a read before taking the writer.
  if ((await findUnlisted(db, 1)).length === 0) return false;
  return write(async (trx) => {
    if (!(await tryLock(trx, engine, "signups"))) return false;
    const signups = await findUnlisted(trx, batchSize);
    const changes = new DayChanges();
    for (const signup of signups) await listSignup(trx, signup, changes, context);
    await changes.save(trx);
    return signups.length === batchSize;
  });
}

function findUnlisted(db: Kysely<Database>, limit: number): Promise<Signup[]> {
  return db
    .selectFrom("newsletter_subscribers")
    .select(["id", "email", "unsubscribed_at", "spam_reason", "pending_until", "confirmed_at"])
    .where("listed_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
}

async function listSignup(
  trx: Transaction<Database>,
  signup: Signup,
  changes: DayChanges,
  { origin, now }: ListingContext,
): Promise<void> {
  const { id, email, unsubscribed_at, spam_reason, confirmed_at } = signup;
  const time = now();
  const isOpen = unsubscribed_at === null && confirmed_at === null && spam_reason === null;
  const pendingUntil = isOpen ? await findEnd(trx, signup, time) : signup.pending_until;
  await trx
    .updateTable("newsletter_subscribers")
    .set({ listed_at: time, pending_until: pendingUntil })
    .where("id", "=", id)
    .execute();
  await refreshAddress(trx, email, time, { days: changes });
  if (isOpen && pendingUntil !== null) await sendConfirmation(trx, email, origin(), time);
}

/**
 * The deadline to confirm a signup; null: it counts without. A subscriber needs no confirmation; a
 * suppressed address always needs one, whatever the settings say.
 */
async function findEnd(
  trx: Transaction<Database>,
  { email, pending_until }: Signup,
  now: number,
): Promise<number | null> {
  if (await findSuppression(trx, email)) return now + days(confirmationDays);
  if (pending_until === null) return null;
  const known = await trx
    .selectFrom("newsletter_addresses")
    .select("state")
    .where("email", "=", email)
    .executeTakeFirst();
  return known?.state === "reader" ? null : pending_until;
}
