import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { formatPhone } from "../../../../platform/server/values/phone.ts";
import { toExportLine, toExportTime } from "../../../staff/server/access/export-line.ts";
import type { ExportFormat } from "../../../staff/server/access/send-export.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import { applicationStatusNames, trackLabels } from "../../contract/applications.ts";
import { sourceName } from "../../contract/funnel.ts";
import { marketName } from "../../contract/markets.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { trackNames } from "../../contract/recruiting-endpoints.ts";
import type { ApplicationQuery } from "./application-filter.ts";
import { listApplications } from "./list-applications.ts";

/** Answers of both tracks, each once, in the order of the forms; checkboxes are consents. */
const answerNames = [
  ...new Set(
    trackNames.flatMap((track) =>
      applicationForms[track].fields.filter(({ kind }) => kind !== "file").map(({ name }) => name),
    ),
  ),
];

export const applicationColumns = [
  "reference",
  "track",
  "status",
  "sent",
  "status since",
  "market",
  "source",
  "seen before",
  ...answerNames,
] as const;

export const applicationTimes = ["sent", "status since"];

/** Streams every matching application, page by page, so that memory use is constant. */
export async function* exportApplications(
  client: DatabaseClient,
  query: ApplicationQuery,
  format: ExportFormat,
): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const page = await listApplications(client, query, after);
    const references = page.applications.map(({ reference }) => reference);
    const stored =
      references.length === 0
        ? []
        : await client.db
            .selectFrom("applications")
            .select(["reference", "answers"])
            .where("reference", "in", references)
            .execute();
    const answersOf = new Map(stored.map((row) => [row.reference, row.answers]));
    yield page.applications
      .map((row) => {
        const answers: Answers = JSON.parse(answersOf.get(row.reference) ?? "{}");
        const cells = [
          row.reference,
          trackLabels[row.track satisfies Track],
          applicationStatusNames[row.status],
          toExportTime(row.sentAt),
          toExportTime(row.statusAt),
          marketName(row.market),
          sourceName(row.source),
          row.isRepeat ? "yes" : "",
          ...answerNames.map((name) => formatAnswer(answers, name)),
        ];
        return toExportLine(applicationColumns, cells, format);
      })
      .join("");
    after = page.next ?? undefined;
  } while (after !== undefined);
}

function formatAnswer(answers: Answers, name: string): string {
  if (name === "phone") return formatPhone(textOf(answers, name));
  const answer = answers[name];
  return Array.isArray(answer) ? answer.join("; ") : textOf(answers, name);
}
