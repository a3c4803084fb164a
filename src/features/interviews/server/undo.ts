import type { Transaction } from "kysely";
import type { Undone } from "../../../platform/contract/desk/undo.ts";
import { isOneOf } from "../../../platform/server/db/one-of.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import {
  nextVersion,
  updateApplication,
} from "../../recruiting/server/applications/applications.ts";
import { undoEvents } from "../../staff/server/record-event.ts";
import { issueUndo, takeUndo } from "../../staff/server/undo-tokens.ts";
import type { Actor } from "../../staff/server/write-audit.ts";
import type { Change, ScoreKey, Traces } from "./store.ts";
import type { InterviewTable } from "./tables.ts";

/** @returns the token that undoes a change of staff */
export function issueInterviewUndo({ trx, now, traces }: Change, actor: Actor): Promise<string> {
  return issueUndo({ trx, kind: "undo-interview", actor, now }, traces);
}

/**
 * Brings times and interviews back to what they were before a change; all or, if one changed since,
 * none. Nobody was told yet.
 * @param token the `undo` of a change, of the same staff member
 * @throws ApiError "link-expired" if it is too late
 */
export async function undoInterview(
  trx: Transaction<Database>,
  token: string,
  actor: Actor,
  now: number,
): Promise<Undone> {
  const undo = { trx, kind: "undo-interview", actor, now } as const;
  const { slots, interviews, scores, events } = (await takeUndo(undo, token)) as Traces;
  const applications = [
    ...scores.map(({ of }) => of.application_id),
    ...interviews.flatMap(({ before }) => before?.application_id ?? []),
    ...(await findApplications(trx, interviews)),
  ].toSorted();
  for (const id of new Set(applications)) await updateApplication(trx, id, nextVersion(now));
  if (!(await areUnchanged(trx, "interviews", interviews))) return { restored: 0 };
  if (!(await areUnchanged(trx, "interview_slots", slots))) return { restored: 0 };
  for (const { of, after } of scores) {
    if ((await findScore(trx, of)) !== after) return { restored: 0 };
  }
  for (const { id, before, version } of slots) {
    if (before === null) continue;
    const row = { ...before, version: (version ?? before.version) + 1, changed_at: now };
    if (version === null) await trx.insertInto("interview_slots").values(row).execute();
    else await trx.updateTable("interview_slots").set(row).where("id", "=", id).execute();
  }
  for (const { id, before, version } of interviews) {
    if (before === null) await trx.deleteFrom("interviews").where("id", "=", id).execute();
    else await putBack(trx, before, version ?? before.version);
  }
  const added = slots.filter(({ before }) => before === null).map(({ id }) => id);
  await trx
    .deleteFrom("interview_slots")
    .where(isOneOf(trx, "id", added))
    .execute();
  for (const { of, before } of scores) {
    await trx
      .deleteFrom("interview_scores")
      .where("application_id", "=", of.application_id)
      .where("question_id", "=", of.question_id)
      .execute();
    if (before) await trx.insertInto("interview_scores").values(before).execute();
  }
  await undoEvents(trx, events, actor, now);
  return { restored: Math.max(1, slots.length) };
}

/** The id of a score; null without one. */
async function findScore(trx: Transaction<Database>, of: ScoreKey): Promise<string | null> {
  const row = await trx
    .selectFrom("interview_scores")
    .select("id")
    .where("application_id", "=", of.application_id)
    .where("question_id", "=", of.question_id)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** @param version of the row that is replaced */
async function putBack(
  trx: Transaction<Database>,
  before: InterviewTable,
  version: number,
): Promise<void> {
  await trx
    .updateTable("interviews")
    .set({ ...before, version: version + 1 })
    .where("id", "=", before.id)
    .execute();
}

async function findApplications(
  trx: Transaction<Database>,
  interviews: Traces["interviews"],
): Promise<string[]> {
  const ids = interviews.map(({ id }) => id);
  const rows = await trx
    .selectFrom("interviews")
    .select("application_id")
    .where(isOneOf(trx, "id", ids))
    .execute();
  return rows.map((row) => row.application_id);
}

/** Whether the rows are as the change left them, locked until the commit. */
async function areUnchanged(
  trx: Transaction<Database>,
  table: "interviews" | "interview_slots",
  traces: readonly { readonly id: string; readonly version: number | null }[],
): Promise<boolean> {
  const rows = await trx
    .selectFrom(table)
    .select(["id", "version"])
    .where(
      isOneOf(
        trx,
        "id",
        traces.map(({ id }) => id),
      ),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  const present = new Map(rows.map((row) => [row.id, Number(row.version)]));
  return traces.every(({ id, version }) => (present.get(id) ?? null) === version);
}

/**
 * Brings an interview back that a move of its application ended, unless it changed since or somebody
 * else chose the time.
 */
export async function restoreInterview(
  trx: Transaction<Database>,
  before: InterviewTable | null,
  now: number,
): Promise<void> {
  if (!before) return;
  const isAsLeft = await areUnchanged(trx, "interviews", [
    { id: before.id, version: before.version + 1 },
  ]);
  if (!isAsLeft) return;
  const slot = before.slot_id;
  const taken = await trx
    .selectFrom("interview_slots")
    .leftJoin("interviews", "interviews.slot_id", "interview_slots.id")
    .select("interviews.id")
    .where("interview_slots.id", "=", slot)
    .executeTakeFirst();
  if (slot !== null && (!taken || taken.id !== null)) return;
  await putBack(trx, before, before.version + 1);
  await trx
    .updateTable("interview_slots")
    .set(({ eb }) => ({ version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", slot)
    .execute();
}
