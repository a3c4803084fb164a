import type { Kysely, Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { lookBackFrom } from "../../../../platform/server/jobs/one-at-a-time.ts";
import { marketOf } from "../../contract/recruiting-endpoints.ts";
import { waitlistForm } from "../../contract/waitlist-form.ts";

const batchSize = 200;

/** Submissions of all forms that one run scans: few of them are for the waiting list. */
const windowSize = 5000;
/** The submission after which the next run starts, by database. */
const lookedUpTo = new WeakMap<DatabaseClient, string>();

/**
 * Creates rows of the waiting list for submissions that have none, oldest first. Safe on several
 * nodes at once.
 * @returns whether there may be more
 */
export async function makeWaitlistEntries(database: DatabaseClient): Promise<boolean> {
  const { db, write } = database;
  const start = lookedUpTo.get(database) ?? (await findStart(db));
  const full = await db
    .selectFrom("submissions")
    .select("id")
    .where("id", ">", start)
    .orderBy("id")
    .offset(windowSize - 1)
    .limit(1)
    .executeTakeFirst();
  const end = full?.id ?? (await findNewest(db));
  if (end === undefined || end <= start) return false;
  const rows = await db
    .selectFrom("submissions")
    .leftJoin("waitlist_people", "waitlist_people.id", "submissions.id")
    .select([
      "submissions.id",
      "submissions.data",
      "submissions.email",
      "submissions.created_at",
      "submissions.spam_reason",
    ])
    .where("submissions.collection", "=", waitlistForm.collection)
    .where("submissions.id", ">", start)
    .where("submissions.id", "<=", end)
    .where("waitlist_people.id", "is", null)
    .orderBy("submissions.id")
    .limit(batchSize)
    .execute();
  const isWindowFull = full !== undefined;
  if (rows.length < batchSize) lookedUpTo.set(database, isWindowFull ? end : lookBackFrom(end));
  if (rows.length === 0) return isWindowFull;
  const people = rows.map(({ id, data, email, created_at, spam_reason }) => {
    const { zip = "", track = "care" } = JSON.parse(data) as Record<string, string>;
    const state = spam_reason === null ? "waiting" : "spam";
    return { id, market: marketOf(zip), track, email, created_at, state };
  });
  await write((trx) =>
    trx
      .insertInto("waitlist_people")
      .values(people)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return isWindowFull || rows.length === batchSize;
}

async function findNewest(db: Kysely<Database>): Promise<string | undefined> {
  const newest = await db
    .selectFrom("submissions")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
}

async function findStart(db: Kysely<Database>): Promise<string> {
  const newest = await db
    .selectFrom("waitlist_people")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest ? lookBackFrom(newest.id) : "";
}

/** Applies the spam mark of a submission to its row, if it is on the waiting list. */
export async function moveWaitlistEntry(
  trx: Transaction<Database>,
  reference: string,
  isSpam: boolean,
): Promise<void> {
  await trx
    .updateTable("waitlist_people")
    .set({ state: isSpam ? "spam" : "waiting" })
    .where("id", "in", (eb) =>
      eb.selectFrom("submissions").select("id").where("reference", "=", reference),
    )
    .where("state", "=", isSpam ? "waiting" : "spam")
    .execute();
}
