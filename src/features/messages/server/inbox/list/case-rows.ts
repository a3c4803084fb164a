import { type Kysely, type SqlBool, sql } from "kysely";
import type { Database } from "../../../../../platform/server/db/schema.ts";
import { readPrivacyRequestStatuses } from "../../../../privacy/server/requests/find-request.ts";
import type { CaseRow, CaseStatus } from "../../../contract/inbox.ts";
import { farFuture } from "../../cases/case-clock.ts";
import { senderName } from "../../cases/sender-name.ts";
import { openScopes } from "../../cases/submitted-case.ts";
import type { CaseTable } from "../../tables.ts";

export const rowColumns = [
  "id",
  "number",
  "reference",
  "form",
  "platform",
  "name",
  "email",
  "snippet",
  "status",
  "scope",
  "assignee_id",
  "created_at",
  "active_at",
  "waiting_since",
  "due_at",
  "snoozed_until",
  "snooze_reason",
  "version",
] as const satisfies readonly (keyof CaseTable)[];

export const caseColumns = rowColumns.map((column) => `cases.${column}` as const);

export type StoredCase = Pick<CaseTable, (typeof rowColumns)[number]>;

export function selectCases(db: Kysely<Database>) {
  return db.selectFrom("cases").select(caseColumns);
}

/** Whether a reply was not delivered, and no later one was written. */
export const isNewestAndFailed = sql<SqlBool>`(failed.failed_at is not null and not exists (
  select 1 from conversation_replies later
  where later.case_id = failed.case_id and later.id > failed.id))`;

/** Converts stored cases to the contract's rows. @param now milliseconds since 1970 */
export async function toCaseRows(
  db: Kysely<Database>,
  cases: readonly StoredCase[],
  now: number,
): Promise<CaseRow[]> {
  const ids = cases.map(({ id }) => id);
  const tags = await readTags(db, ids);
  const undelivered = await readUndelivered(db, ids);
  const requests = await readPrivacyRequestStatuses(db, cases);
  return cases.map((one) => ({
    reference: one.reference,
    form: one.form,
    name: senderName(one.name, one.email),
    snippet: one.snippet,
    status: one.status as CaseStatus,
    isSpam: one.scope === "spam",
    isOverdue: openScopes.includes(one.scope) && one.due_at < now,
    snoozedUntil: one.snoozed_until === null ? null : new Date(one.snoozed_until).toISOString(),
    snoozeReason: one.snooze_reason ?? "",
    dueAt: one.due_at < farFuture ? new Date(one.due_at).toISOString() : null,
    request: requests.get(one.id) ?? null,
    isUndelivered: openScopes.includes(one.scope) && undelivered.has(one.id),
    assigneeId: one.assignee_id,
    tags: tags.get(one.id) ?? [],
    platform: one.platform,
    createdAt: new Date(one.created_at).toISOString(),
    activeAt: new Date(one.active_at).toISOString(),
    version: one.version,
  }));
}

async function readTags(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const tags = new Map<string, string[]>();
  if (ids.length === 0) return tags;
  const rows = await db
    .selectFrom("case_tags")
    .select(["case_id", "tag"])
    .where("case_id", "in", ids)
    .orderBy("tag")
    .execute();
  for (const { case_id: id, tag } of rows) tags.set(id, [...(tags.get(id) ?? []), tag]);
  return tags;
}

/** The cases whose newest reply was not delivered. */
async function readUndelivered(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("conversation_replies as failed")
    .select("failed.case_id")
    .where("failed.case_id", "in", ids)
    .where(isNewestAndFailed)
    .execute();
  return new Set(rows.map(({ case_id: id }) => id));
}
