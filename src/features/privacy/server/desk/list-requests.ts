import { type Kysely, sql } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf, startOf } from "../../../../platform/server/values/calendar.ts";
import {
  maxDoneCount,
  type PrivacyKind,
  type PrivacyList,
  type PrivacyStatus,
  privacyPerPage,
} from "../../contract/cases.ts";
import type { PrivacyCounts, PrivacyPage, PrivacyRow } from "../../contract/endpoints.ts";
import type { PrivacyCase } from "../requests/privacy-case.ts";

/** Sort order of each list: its column, and whether the newest come first. */
const orders = {
  open: { column: "due_at", direction: "asc" },
  closed: { column: "closed_at", direction: "desc" },
  appeals: { column: "appeal_at", direction: "desc" },
} as const satisfies Readonly<Record<PrivacyList, object>>;

/**
 * A page of requests.
 * @param after where it starts, from the previous page
 * @throws ApiError "malformed"
 */
export async function listPrivacyRequestPage(
  db: Kysely<Database>,
  show: PrivacyList,
  after: string | undefined,
  now: number,
): Promise<PrivacyPage> {
  const { column, direction } = orders[show];
  const start = after === undefined ? undefined : readStart(after);
  const compare = direction === "asc" ? sql`>` : sql`<`;
  let query = db
    .selectFrom("privacy_cases")
    .selectAll()
    .orderBy(column, direction)
    .orderBy("id", direction)
    .limit(privacyPerPage + 1);
  query =
    show === "appeals"
      ? query.where("appeal_at", "is not", null).where("scope", "!=", "spam")
      : query.where("scope", "=", show);
  if (start) {
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, id) ${compare} (${start.time}, ${start.id})`,
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, privacyPerPage);
  const last = rows.length > privacyPerPage ? shown.at(-1) : undefined;
  return {
    ...(await countPrivacyRequests(db, now)),
    cases: shown.map((row) => toPrivacyRow(row, now)),
    next: last ? `${Number(last[column])}.${last.id}` : null,
    done: await readDone(db, now),
  };
}

function readStart(text: string): { readonly time: number; readonly id: string } {
  const [, time, id] = /^(\d{1,16})\.([\w-]{1,64})$/.exec(text) ?? [];
  if (time === undefined || id === undefined) throw new ApiError("malformed");
  return { time: Number(time), id };
}

/** Open and overdue requests. @param now milliseconds since 1970 */
export async function countPrivacyRequests(
  db: Kysely<Database>,
  now: number,
): Promise<PrivacyCounts> {
  const row = await db
    .selectFrom("privacy_cases")
    .select(({ fn }) => fn.countAll<number | string>().as("open"))
    .select(
      sql<
        number | string | null
      >`sum(case when due_at < ${startOf(dayOf(now))} then 1 else 0 end)`.as("overdue"),
    )
    .where("scope", "=", "open")
    .executeTakeFirstOrThrow();
  return { open: Number(row.open), overdue: Number(row.overdue ?? 0) };
}

/** Requests completed since January 1. */
async function readDone(db: Kysely<Database>, now: number): Promise<PrivacyPage["done"]> {
  const newYear = startOf(dayOf(now).with({ month: 1, day: 1 }));
  const rows = await db
    .selectFrom("privacy_cases")
    .select(["received_at", "closed_at", "in_time"])
    .where("status", "=", "done")
    .where("closed_at", ">=", newYear)
    .orderBy("closed_at", "desc")
    .limit(maxDoneCount)
    .execute();
  const spans = rows
    .map((row) => dayOf(Number(row.received_at)).until(dayOf(Number(row.closed_at))).days)
    .toSorted((a, b) => a - b);
  return {
    count: rows.length,
    inTime: rows.filter((row) => Number(row.in_time) === 1).length,
    medianDays: spans[Math.floor(spans.length / 2)] ?? null,
  };
}

/** Converts a request to the list's row. @param now milliseconds since 1970 */
export function toPrivacyRow(row: PrivacyCase, now: number): PrivacyRow {
  const { answer, extension, appeal } = facts.privacyRequest;
  const isExtended = row.extended_at !== null;
  const given = row.appeal_at !== null ? appeal : answer + (isExtended ? extension : 0);
  return {
    reference: row.reference,
    kind: row.kind as PrivacyKind,
    name: row.name || row.email,
    status: row.status as PrivacyStatus,
    assigneeId: row.assignee_id,
    receivedAt: toIso(row.received_at),
    dueAt: toIso(row.due_at),
    daysLeft: dayOf(now).until(dayOf(Number(row.due_at))).days,
    days: given,
    isExtended,
    closedAt: row.closed_at === null ? null : toIso(row.closed_at),
    isByAgent: row.agent_name !== "",
    version: Number(row.version),
  };
}

/** When an extension ends, in milliseconds since 1970. */
export function extendedDue({ received_at: receivedAt }: Pick<PrivacyCase, "received_at">): number {
  const { answer, extension } = facts.privacyRequest;
  return Number(receivedAt) + days(answer + extension);
}

/** @param time milliseconds since 1970 */
export function toIso(time: number): string {
  return new Date(Number(time)).toISOString();
}

export function toIsoOrNull(time: number | null): string | null {
  return time === null ? null : toIso(time);
}
