import type { Kysely } from "kysely";
import type { CaseRow, CaseStatus } from "../../../../contract/desk/inbox.ts";
import type { Database } from "../../../platform/db/schema.ts";
import type { CaseTable } from "../../../platform/db/tables/desk-tables.ts";

/** Columns of a row in the list. */
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
  "version",
] as const satisfies readonly (keyof CaseTable)[];

/** The same, qualified with their table, for joins. */
export const caseColumns = rowColumns.map((column) => `cases.${column}` as const);

/** A case's columns for the list. */
export type StoredCase = Pick<CaseTable, (typeof rowColumns)[number]>;

/** Cases with the columns of the list. */
export function selectCases(db: Kysely<Database>) {
  return db.selectFrom("cases").select(caseColumns);
}

/** Converts stored cases to the contract's rows. @param now milliseconds since 1970 */
export async function toCaseRows(
  db: Kysely<Database>,
  cases: readonly StoredCase[],
  now: number,
): Promise<CaseRow[]> {
  const tags = await readTags(
    db,
    cases.map(({ id }) => id),
  );
  return cases.map((one) => ({
    reference: one.reference,
    form: one.form,
    name: one.name || one.email || "No name",
    snippet: one.snippet,
    status: one.status as CaseStatus,
    isSpam: one.scope === "spam",
    isOverdue: one.scope === "open" && one.due_at < now,
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
