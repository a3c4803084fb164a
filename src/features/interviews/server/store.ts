import type { Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import {
  nextVersion,
  updateApplication,
} from "../../recruiting/server/applications/applications.ts";
import { recordEvent } from "../../staff/server/record-event.ts";
import type { Actor } from "../../staff/server/write-audit.ts";
import type { InterviewEvent } from "./event-words.ts";
import type { InterviewSlotTable, InterviewTable } from "./tables.ts";

type StoredScore = Selectable<Database["interview_scores"]>;

/** A row before a change, null if there was none, and its version after; null if it is deleted. */
interface Trace<Row> {
  readonly id: string;
  readonly before: Row | null;
  readonly version: number | null;
}

/** What an undo needs. */
export interface Traces {
  readonly slots: Trace<InterviewSlotTable>[];
  readonly interviews: Trace<InterviewTable>[];
  readonly scores: {
    readonly of: ScoreKey;
    readonly before: StoredScore | null;
    /** Id of the row after; null if it is deleted. */
    readonly after: string | null;
  }[];
  readonly events: string[];
}

export interface ScoreKey {
  readonly application_id: string;
  readonly question_id: string;
}

/** A change of interviews in a transaction. */
export interface Change {
  readonly trx: Transaction<Database>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Who makes it; undefined: the applicant, or the server. */
  readonly actor?: Actor | undefined;
  readonly traces: Traces;
}

export function startChange(trx: Transaction<Database>, now: number, actor?: Actor): Change {
  return { trx, now, actor, traces: { slots: [], interviews: [], scores: [], events: [] } };
}

export function toSlot(row: Selectable<InterviewSlotTable>): InterviewSlotTable {
  const { starts_at, minutes, version, changed_at } = row;
  return {
    ...row,
    starts_at: Number(starts_at),
    minutes: Number(minutes),
    version: Number(version),
    changed_at: Number(changed_at),
  };
}

const numberOrNull = (value: number | null) => (value === null ? null : Number(value));

export function toInterview(row: Selectable<InterviewTable>): InterviewTable {
  return {
    ...row,
    asked_at: numberOrNull(row.asked_at),
    chosen_at: numberOrNull(row.chosen_at),
    sequence: Number(row.sequence),
    was_at: numberOrNull(row.was_at),
    was_minutes: numberOrNull(row.was_minutes),
    tell_at: numberOrNull(row.tell_at),
    reminded_at: numberOrNull(row.reminded_at),
    version: Number(row.version),
  };
}

export async function findInterview(
  db: Kysely<Database>,
  applicationId: string,
): Promise<InterviewTable | undefined> {
  const row = await db
    .selectFrom("interviews")
    .selectAll()
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  return row && toInterview(row);
}

export async function findSlot(
  db: Kysely<Database>,
  id: string | null,
): Promise<InterviewSlotTable | undefined> {
  if (id === null) return undefined;
  const row = await db
    .selectFrom("interview_slots")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toSlot(row);
}

/** Locked until the commit. Applications are locked before times, so that no two changes deadlock. */
export async function lockSlot(
  trx: Transaction<Database>,
  id: string,
): Promise<InterviewSlotTable | undefined> {
  const row = await trx
    .selectFrom("interview_slots")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && toSlot(row);
}

export async function saveSlot(
  { trx, now, traces }: Change,
  before: InterviewSlotTable,
  values: Partial<InterviewSlotTable>,
): Promise<void> {
  const version = before.version + 1;
  await trx
    .updateTable("interview_slots")
    .set({ ...values, version, changed_at: now })
    .where("id", "=", before.id)
    .execute();
  traces.slots.push({ id: before.id, before, version });
}

const unplanned = {
  state: "offered",
  slot_id: null,
  with_staff_id: null,
  asked_at: null,
  chosen_at: null,
  sequence: 0,
  was_at: null,
  was_minutes: null,
  was_staff_id: null,
  tells: "",
  tell_at: null,
  reminded_at: null,
  text_id: null,
} satisfies Omit<InterviewTable, "id" | "application_id" | "version">;

/**
 * Stores a change of the interview of a locked application: it counts as one of the application, and of
 * the times that are chosen or given up.
 */
export async function saveInterview(
  change: Change,
  applicationId: string,
  before: InterviewTable | undefined,
  values: Partial<Omit<InterviewTable, "id" | "application_id" | "version">>,
): Promise<InterviewTable> {
  const { trx, now, traces } = change;
  const version = (before?.version ?? 0) + 1;
  const own = before ?? { ...unplanned, id: orderedId(), application_id: applicationId };
  const row: InterviewTable = { ...own, ...values, version };
  if (before && before.slot_id !== row.slot_id) await touchSlot(change, before.slot_id);
  if (before) {
    const { id, application_id: _application, ...columns } = row;
    await trx.updateTable("interviews").set(columns).where("id", "=", id).execute();
  } else await trx.insertInto("interviews").values(row).execute();
  if (before?.slot_id !== row.slot_id) await touchSlot(change, row.slot_id);
  await updateApplication(trx, applicationId, nextVersion(now));
  traces.interviews.push({ id: row.id, before: before ?? null, version });
  return row;
}

async function touchSlot(change: Change, id: string | null): Promise<void> {
  const slot = id === null ? undefined : await lockSlot(change.trx, id);
  if (slot) await saveSlot(change, slot, {});
}

/** Records what happened to an application's interview. */
export async function recordInterview(
  { trx, now, actor, traces }: Change,
  application: { readonly id: string; readonly reference: string | null },
  act: InterviewEvent,
): Promise<void> {
  const subject = { kind: "application", ...application } as const;
  const audited = actor && ({ actor, audit: "change" } as const);
  const event = { kind: "interview", data: { act }, ...audited } as const;
  traces.events.push(await recordEvent(trx, { ...event, subject }, now));
}
