import type { Kysely } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { tryLock } from "../../../../platform/server/jobs/one-at-a-time.ts";
import { rebuildWords } from "../../../../platform/server/search/rebuild-words.ts";
import { indexWords, lastIndexed } from "../../../../platform/server/search/word-index.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import { applicationEvent } from "../../../integrations/server/webhooks/record-events.ts";
import { applicantColumns, applicantText, isRepeat } from "./applicant-columns.ts";

/** Applications per transaction: each holds the writer for a few milliseconds. */
const batchSize = 100;

const firstStatuses: ReadonlySet<string> = new Set(["new", "not-eligible", "duplicate"]);

/**
 * Gives sent applications their number and the columns of the desk's lists, in the order of
 * submission. Safe on several nodes at once.
 * @returns whether there may be more
 */
export async function numberApplications(
  { db, engine, write }: DatabaseClient,
  now: number,
): Promise<boolean> {
  // Usually nothing is left to do; check with a read before taking the writer.
  if ((await findPending(db, 1)).length === 0) return false;
  return write(async (trx) => {
    if (!(await tryLock(trx, engine, "applications"))) return false;
    const pending = await findPending(trx, batchSize);
    const last = await trx
      .selectFrom("applications")
      .select("number")
      .where("number", "is not", null)
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst();
    let number = Number(last?.number ?? 0);
    for (const row of pending) {
      number += 1;
      const { status, submitted_at: sentAt, updated_at: changedAt } = row;
      await trx
        .updateTable("applications")
        .set({
          ...applicantColumns(JSON.parse(row.answers)),
          number,
          is_repeat: (await isRepeat(trx, row)) ? 1 : 0,
          changed_at: now,
          status_at: row.status_at ?? (firstStatuses.has(status) ? sentAt : changedAt),
        })
        .where("id", "=", row.id)
        .execute();
    }
    await emitEvents(trx, pending.map(toEvent), now);
    return pending.length === batchSize;
  });
}

/**
 * Adds missing applications to the search index: new ones, and all after a restore.
 * @returns whether there may be more
 */
export async function indexApplications({ db, engine, write }: DatabaseClient): Promise<boolean> {
  const after = await lastIndexed(db, engine, "application_words");
  const rows = await db
    .selectFrom("applications")
    .select(["number", "reference", "name", "email_key", "phone_key"])
    .where("number", ">", after)
    .orderBy("number")
    .limit(batchSize)
    .execute();
  if (rows.length === 0) return false;
  await write(async (trx) => {
    for (const row of rows) {
      await indexWords(trx, engine, Number(row.number), applicantText(row), "application_words");
    }
  });
  return rows.length === batchSize;
}

/**
 * Replaces the words of applications that an older version indexed, newest first.
 * @returns whether there may be more
 */
export function rebuildApplications(database: DatabaseClient): Promise<boolean> {
  return rebuildWords(database, "application_words", async (trx, below) => {
    const rows = await trx
      .selectFrom("applications")
      .select(["number", "reference", "name", "email_key", "phone_key"])
      .where("number", "<", below)
      .orderBy("number", "desc")
      .limit(batchSize)
      // One that is being changed must not be overwritten with the text from before.
      .$if(database.engine === "postgres", (query) => query.forShare())
      .execute();
    for (const row of rows) {
      const text = applicantText(row);
      await indexWords(trx, database.engine, Number(row.number), text, "application_words");
    }
    return rows.map(({ number }) => Number(number));
  });
}

function toEvent(row: Awaited<ReturnType<typeof findPending>>[number]) {
  const submittedAt = row.submitted_at === null ? null : Number(row.submitted_at);
  return applicationEvent("application.created", { ...row, submittedAt });
}

function findPending(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom("applications")
    .select([
      "id",
      "reference",
      "track",
      "answers",
      "email_key",
      "phone_key",
      "status",
      "status_at",
      "submitted_at",
      "updated_at",
    ])
    .where("number", "is", null)
    .where("submitted_at", "is not", null)
    .orderBy("submitted_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}
