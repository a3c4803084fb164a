import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";
import { toExportLine } from "../../../staff/server/access/export-line.ts";
import type { ExportFormat } from "../../../staff/server/access/send-export.ts";
import { type FunnelResponse, type FunnelSource, sourceName } from "../../contract/funnel.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import { readFunnelCounts } from "../applicants/funnel-days.ts";

type Step = Exclude<keyof FunnelSource, "source">;

/** Columns by the kind of event that they count. */
const steps: Readonly<Record<string, Step>> = {
  visit: "visits",
  start: "started",
  submit: "sent",
  qualified: "qualified",
  hired: "hired",
};

/** The funnel from visit to hire by source, over the last days, including today. */
export async function readFunnel(
  db: Kysely<Database>,
  days: FunnelResponse["days"],
  track: Track | undefined,
  now: number,
): Promise<FunnelResponse> {
  const to = dayOf(now);
  const from = to.subtract({ days: days - 1 });
  const sources = new Map<string, Record<Step, number>>();
  for (const { source, kind, count } of await readFunnelCounts(db, from, track)) {
    const step = steps[kind];
    if (step === undefined) continue;
    const counts = sources.get(source) ?? {
      visits: 0,
      started: 0,
      sent: 0,
      qualified: 0,
      hired: 0,
    };
    counts[step] += count;
    sources.set(source, counts);
  }
  return {
    days,
    from: from.toString(),
    to: to.toString(),
    sources: [...sources]
      .map(([source, counts]) => ({ source, ...counts }))
      .sort((a, b) => b.sent - a.sent || b.visits - a.visits || (a.source < b.source ? -1 : 1)),
  };
}

export const funnelColumns = ["source", ...Object.values(steps)];

export async function* exportFunnel(
  { sources }: FunnelResponse,
  format: ExportFormat,
): AsyncGenerator<string> {
  for (const { source, ...counts } of sources) {
    const cells = [sourceName(source), ...Object.values(steps).map((step) => counts[step])];
    yield toExportLine(funnelColumns, cells, format);
  }
}
