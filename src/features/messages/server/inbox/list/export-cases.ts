import type { DatabaseClient } from "../../../../../platform/server/db/client.ts";
import { toCsvHeader } from "../../../../../platform/server/parsing/csv.ts";
import { toExportLine, toExportTime } from "../../../../staff/server/access/export-line.ts";
import type { ExportFormat } from "../../../../staff/server/access/send-export.ts";
import { answerOutcomeNames } from "../../../contract/answers.ts";
import type { CaseRow } from "../../../contract/inbox.ts";
import { inboxForms, statusNames } from "../../../contract/inbox.ts";
import { farFuture } from "../../cases/case-clock.ts";
import { judgeAnswer } from "../../cases/judge-answer.ts";
import { readSubmittedCase } from "../../cases/submitted-case.ts";
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
  "answer",
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
/** How cases that no form of the site opened began. */
const channels: Readonly<Record<string, string>> = {
  Email: "Email",
  OurEmails: "Email",
  PhoneCalls: "Phone",
  Texts: "Text",
  OurTexts: "Text",
  AppMessages: "App",
};
const times = ["sent", "due", "first answer", "closed"];

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
    yield await formatPage(client, page.cases, format, now);
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
  yield await formatPage(client, await toCaseRows(client.db, cases, now), format, now);
}

async function formatPage(
  { db }: DatabaseClient,
  cases: readonly CaseRow[],
  format: ExportFormat,
  now: number,
): Promise<string> {
  if (cases.length === 0) return "";
  const rows = await db
    .selectFrom("cases")
    .innerJoin("submissions", "submissions.id", "cases.id")
    .leftJoin("staff", "staff.id", "cases.assignee_id")
    .select([
      "cases.reference",
      "cases.due_at",
      "cases.answered_at",
      "cases.answer_in_time",
      "cases.form",
      "cases.scope",
      "cases.status",
      "cases.closed_at",
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
  const stored = new Map(rows.map((row) => [row.reference, row]));
  return cases
    .map((one) => {
      const row = stored.get(one.reference);
      const values = JSON.parse(row?.data ?? "{}");
      const { phone, supportId, message } = readSubmittedCase(one.form, values);
      const due = row && row.due_at < farFuture ? row.due_at : null;
      const cells = [
        one.reference,
        inboxForms[one.form] ?? one.form,
        toExportTime(one.createdAt),
        toExportTime(due),
        toExportTime(row?.answered_at),
        toExportTime(row?.closed_at),
        statusNames[one.status],
        row ? answerOutcomeNames[judgeAnswer(row, now)] : "",
        channels[one.form] ?? "Website",
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
