import type { Transaction } from "kysely";
import { marketOf } from "../../../contract/endpoints/recruiting.ts";
import { waitlistForm } from "../../../contract/forms/waitlist.ts";
import type { DatabaseClient } from "../../platform/db/client.ts";
import type { Database } from "../../platform/db/schema.ts";
import { lookBackFrom } from "../cases/one-at-a-time.ts";

/** People per transaction. */
const batchSize = 200;

/**
 * Makes rows of the waiting list of the submissions that have none, oldest first. Safe on several
 * nodes at once.
 * @returns whether there may be more
 */
export async function makeWaitlistPeople({ db, write }: DatabaseClient): Promise<boolean> {
  const newest = await db
    .selectFrom("waitlist_people")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
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
    .where("submissions.id", ">", newest ? lookBackFrom(newest.id) : "")
    .where("waitlist_people.id", "is", null)
    .orderBy("submissions.id")
    .limit(batchSize)
    .execute();
  if (rows.length === 0) return false;
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
  return rows.length === batchSize;
}

/** Follows the mark of spam of a submission, if it is one of the waiting list. */
export async function moveWaitlistPerson(
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
