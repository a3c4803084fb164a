import type { Kysely } from "kysely";
import type { CaseRow } from "../../../../contract/desk/inbox.ts";
import { inboxForms, statusNames } from "../../../../contract/desk/inbox.ts";
import type { DatabaseClient } from "../../../platform/db/client.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { farFuture, readSubmittedCase } from "../../../records/cases/submitted-case.ts";
import { toCsvHeader } from "../../../records/shared/csv.ts";
import { toExportLine, toExportTime } from "../../access/export-line.ts";
import type { ExportFormat } from "../../access/send-export.ts";
import type { CaseQuery } from "./case-filter.ts";
import { selectCases, toCaseRows } from "./case-rows.ts";
import { listCases } from "./list-cases.ts";

const columns = [
  "reference",
  "form",
  "sent",
  "due",
  "first answer",
  "closed",
  "status",
  "channel",
  "contact by",
  "assigned to",
  "tags",
  "name",
  "email",
  "phone",
  "platform",
  "support ID",
  "message",
] as const;
const times = ["sent", "due", "first answer", "closed"];

/** How cases arrive: all begin with a form of the site. */
const channel = "Website";

/** Streams every matching case, page by page, so that memory use is constant. */
export async function* exportCases(
  client: DatabaseClient,
  query: CaseQuery,
  format: ExportFormat,
  now: number,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvHeader(columns, times);
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
  if (format === "csv") yield toCsvHeader(columns, times);
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
    .select([
      "cases.id",
      "cases.reference",
      "cases.due_at",
      "cases.answered_at",
      "cases.scope",
      "cases.changed_at",
      "submissions.data",
      "cases.email",
      "staff.name as assignee",
    ])
    .where(
      "cases.reference",
      "in",
      cases.map(({ reference }) => reference),
    )
    .execute();
  const closings = await readClosings(
    db,
    rows.filter(({ scope }) => scope === "closed").map(({ id }) => id),
  );
  const stored = new Map(rows.map((row) => [row.reference, row]));
  return cases
    .map((one) => {
      const row = stored.get(one.reference);
      const values = JSON.parse(row?.data ?? "{}");
      const { phone, supportId, message } = readSubmittedCase(one.form, values);
      const due = row && row.due_at < farFuture ? row.due_at : null;
      const closed = row?.scope === "closed" ? (closings.get(row.id) ?? row.changed_at) : null;
      const cells = [
        one.reference,
        inboxForms[one.form] ?? one.form,
        toExportTime(one.createdAt),
        toExportTime(due),
        toExportTime(row?.answered_at),
        toExportTime(closed),
        statusNames[one.status],
        channel,
        values.contactMethod ?? "",
        row?.assignee ?? "",
        one.tags,
        one.name,
        row?.email ?? "",
        phone,
        one.platform,
        supportId,
        message,
      ];
      return toExportLine(columns, cells, format);
    })
    .join("");
}

/** When each of these cases was last closed, by id. */
async function readClosings(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("case_changes")
    .select(["case_id", "at", "what"])
    .where("case_id", "in", ids)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const closed = [statusNames.done, statusNames["taken-back"]];
  const closings = rows.filter(({ what }) => closed.some((name) => what.includes(` to ${name}`)));
  return new Map(closings.map(({ case_id: id, at }) => [id, Number(at)]));
}
