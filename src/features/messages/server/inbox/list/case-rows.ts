import { type Kysely, sql } from "kysely";
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

/**
 * A table of the cases that show a reply that was not delivered, and no later one: its own case, and
 * those that this one is merged into.
 */
export const undeliveredCases = sql<{ readonly case_id: string }>`(
  with recursive shown (reply_id, case_id) as (
    select failed.id, failed.case_id from conversation_replies failed
    where failed.failed_at is not null and failed.case_id is not null and not exists (
      select 1 from conversation_replies later
      where later.case_id = failed.case_id and later.id > failed.id)
    union
    select shown.reply_id, merges.kept_id from shown
    inner join case_merges merges on merges.case_id = shown.case_id
    where not exists (
      select 1 from conversation_replies later
      where later.case_id = merges.kept_id and later.id > shown.reply_id))
  select distinct case_id from shown)`;

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

/** The cases whose newest reply was not delivered, also that of a case merged into them. */
async function readUndelivered(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string | undefined>> {
  const keptBy = new Map(ids.map((id) => [id, id]));
  for (let kept = ids; kept.length > 0; ) {
    const merged = await db
      .selectFrom("case_merges")
      .select(["case_id", "kept_id"])
      .where("kept_id", "in", kept)
      .execute();
    for (const row of merged) keptBy.set(row.case_id, keptBy.get(row.kept_id) ?? row.kept_id);
    kept = merged.map((row) => row.case_id);
  }
  if (ids.length === 0) return new Set();
  const replies = await db
    .selectFrom("conversation_replies")
    .select(["case_id", "failed_at"])
    .where("case_id", "in", [...keptBy.keys()])
    .orderBy("id")
    .execute();
  const newest = new Map(
    replies.map(({ case_id: id, failed_at: failedAt }) => [keptBy.get(id ?? ""), failedAt]),
  );
  return new Set([...newest].flatMap(([id, failedAt]) => (failedAt === null ? [] : [id])));
}
