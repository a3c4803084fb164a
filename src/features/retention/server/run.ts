import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { minutes } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { fileStoreOf } from "../../../platform/server/files/file-store.ts";
import { removeFiles } from "../../../platform/server/files/removals.ts";
import { toOfficeTime } from "../../../platform/server/values/calendar.ts";
import { ourEmailForm } from "../../messages/contract/forms/staff-forms.ts";
import { deleteOldDrafts } from "../../messages/server/calls/new-drafts.ts";
import { deleteOrphanNotes } from "../../messages/server/contact-notes.ts";
import { ageDeletions } from "../../privacy/server/deletion/write-list.ts";
import { deskItself, writeAudit } from "../../staff/server/write-audit.ts";
import { retentionHour } from "../contract/retention.ts";
import { deleteDone } from "./retention-kinds.ts";
import { monthsBefore, readRules, withFixedRules } from "./rules.ts";

/** Records per transaction, and the pause after it, so that people's requests are not delayed. */
const batchSize = 100;
const pauseMs = 50;
/** A run not finished after this time was killed; the next one continues it. */
const abandonedMs = minutes(60);

/**
 * Deletes records completed longer ago than the rules allow, once a night: at `retentionHour` or
 * later, on one node. A killed run continues.
 */
export async function runRetention(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { database, now } = context;
  const time = toOfficeTime(now());
  if (time.hour < retentionHour) return;
  const day = time.toPlainDate().toString();
  if (!(await claimRun(context, day))) return;
  const rules = withFixedRules(await readRules(database.db));
  for (const [kind, months] of Object.entries(rules)) {
    const before = monthsBefore(now(), months);
    for (let isDone = false; !isDone; ) {
      if (signal?.aborted) return;
      isDone = await deleteBatch(context, day, kind, before);
      if (!isDone) await setTimeout(pauseMs);
    }
  }
  await database.write(async (trx) => {
    await deleteOrphanNotes(trx);
    const draftMonths = rules[ourEmailForm.collection];
    if (draftMonths !== undefined) await deleteOldDrafts(trx, monthsBefore(now(), draftMonths));
    await ageDeletions(trx);
    const { deleted } = await trx
      .updateTable("retention_runs")
      .set({ finished_at: now() })
      .where("day", "=", day)
      .returning("deleted")
      .executeTakeFirstOrThrow();
    if (Number(deleted) === 0) return;
    const what = `Deleted ${deleted} ${Number(deleted) === 1 ? "record" : "records"} after their time`;
    await writeAudit(trx, deskItself, { kind: "change", what, target: "Retention" }, now());
  });
}

/** @returns whether this node has to do the day's run */
async function claimRun({ database, now }: AppContext, day: string): Promise<boolean> {
  // Usually the run is done; check with a read before taking the writer.
  const known = await database.db
    .selectFrom("retention_runs")
    .select(["started_at", "finished_at"])
    .where("day", "=", day)
    .executeTakeFirst();
  const isAbandoned = known && known.finished_at === null && known.started_at < now() - abandonedMs;
  if (known && !isAbandoned) return false;
  return database.write(async (trx) => {
    const claimed = await trx
      .insertInto("retention_runs")
      .values({ day, started_at: now(), finished_at: null, deleted: 0 })
      .onConflict((conflict) =>
        conflict
          .column("day")
          .doUpdateSet({ started_at: now() })
          .where("retention_runs.finished_at", "is", null)
          .where("retention_runs.started_at", "=", known?.started_at ?? -1),
      )
      .returning("day")
      .execute();
    return claimed.length === 1;
  });
}

/** @returns whether nothing of this kind is left */
async function deleteBatch(
  context: AppContext,
  day: string,
  kind: string,
  before: number,
): Promise<boolean> {
  const { database, now } = context;
  const { count, files } = await database.write(async (trx) => {
    const deleted = await deleteDone(trx, kind, before, batchSize, now());
    if (deleted.count > 0) {
      await trx
        .updateTable("retention_runs")
        .set({ deleted: sql`deleted + ${deleted.count}`, started_at: now() })
        .where("day", "=", day)
        .execute();
    }
    return deleted;
  });
  await removeFiles(fileStoreOf(context), files);
  return count < batchSize;
}
