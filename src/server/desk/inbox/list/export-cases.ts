import type { CaseRow } from "../../../../contract/desk/inbox.ts";
import { inboxForms, statusNames } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import { readSubmittedCase } from "../../../records/cases/submitted-case.ts";
import { toCsvLine } from "../../../records/shared/csv.ts";
import { toExportLine } from "../../access/export-line.ts";
import type { ExportFormat } from "../../access/send-export.ts";
import type { CaseQuery } from "./case-filter.ts";
import { selectCases, toCaseRows } from "./case-rows.ts";
import { listCases } from "./list-cases.ts";

const columns = [
  "reference",
  "form",
  "sent",
  "status",
  "assigned to",
  "tags",
  "name",
  "email",
  "phone",
  "platform",
  "support ID",
  "message",
] as const;

/** Streams every matching case, page by page, so that memory use is constant. */
export async function* exportCases(
  client: DatabaseClient,
  query: CaseQuery,
  format: ExportFormat,
  now: number,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvLine(columns);
  let after: string | undefined;
  do {
    const page = await listCases(client, query, after, now);
    yield await formatPage(client, page.cases, format);
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** Exports the named cases, whatever their filter. */
export async function* exportChosen(
  client: DatabaseClient,
  references: readonly string[],
  format: ExportFormat,
  now: number,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvLine(columns);
  const cases = await selectCases(client.db)
    .where("cases.reference", "in", references)
    .orderBy("cases.number", "desc")
    .execute();
  yield await formatPage(client, await toCaseRows(client.db, cases, now), format);
}

async function formatPage(
  { db }: DatabaseClient,
  cases: readonly CaseRow[],
  format: ExportFormat,
): Promise<string> {
  if (cases.length === 0) return "";
  const rows = await db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .leftJoin("staff", "staff.id", "cases.assignee_id")
    .select(["cases.reference", "submissions.data", "cases.email", "staff.name as assignee"])
    .where(
      "cases.reference",
      "in",
      cases.map(({ reference }) => reference),
    )
    .execute();
  const stored = new Map(rows.map((row) => [row.reference, row]));
  return cases
    .map((one) => {
      const { data = "{}", email = "", assignee = null } = stored.get(one.reference) ?? {};
      const { phone, supportId, message } = readSubmittedCase(one.form, JSON.parse(data));
      const cells = [
        one.reference,
        inboxForms[one.form] ?? one.form,
        one.createdAt,
        statusNames[one.status],
        assignee ?? "",
        one.tags,
        one.name,
        email,
        phone,
        one.platform,
        supportId,
        message,
      ];
      return toExportLine(columns, cells, format);
    })
    .join("");
}
