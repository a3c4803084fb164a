import { seconds } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { toCsvHeader, toCsvLine } from "../../../platform/server/parsing/csv.ts";
import { inboxForms } from "../../messages/contract/inbox.ts";
import type { DeskHandlers } from "../../staff/server/access/desk-endpoint.ts";
import { sendExport } from "../../staff/server/access/send-export.ts";
import type { OverviewRange, OverviewResponse, overviewEndpoints } from "../contract/overview.ts";
import { readOverview } from "./read-overview.ts";

/** Cache lifetime of the numbers: counting a year of a large desk takes a moment. */
const keptMs = seconds(30);

export function overviewHandlers(context: AppContext): DeskHandlers<typeof overviewEndpoints> {
  const { database, now } = context;
  const kept = new Map<OverviewRange, { readonly at: number; found: Promise<OverviewResponse> }>();

  /** Concurrent requests share one count. */
  function read(range: OverviewRange): Promise<OverviewResponse> {
    const last = kept.get(range);
    if (last && now() - last.at < keptMs) return last.found;
    const found = readOverview(database.db, range, now());
    kept.set(range, { at: now(), found });
    found.catch(() => kept.delete(range));
    return found;
  }

  return {
    read: ({ query }) => read(query.range),
    export: async (call) => {
      const { range, table } = call.query;
      const overview = await read(range);
      return sendExport(call, context, {
        format: "csv",
        fileName: `overview-${table}`,
        what: "Exported the overview as CSV",
        target: "Overview",
        rows: toLines(overview, table),
      });
    },
  };
}

async function* toLines(
  { periods, forms }: OverviewResponse,
  table: "periods" | "forms",
): AsyncGenerator<string> {
  if (table === "periods") {
    yield toCsvHeader([
      "from",
      "to",
      "messages, without spam",
      "newsletter subscribers who joined",
      "newsletter subscribers who left",
    ]);
    for (const { from, to, messages, newSubscribers, leftSubscribers } of periods) {
      yield toCsvLine([from, to, messages, newSubscribers, leftSubscribers]);
    }
    return;
  }
  yield toCsvHeader([
    "form",
    "came in, without spam",
    "open",
    "open and overdue",
    "first answers",
    "first answers in time",
    "closed without reply",
    "first answer, median, working minutes",
    "first answer, 90th percentile, working minutes",
  ]);
  for (const one of forms) {
    const { form, messages, open, overdue, answered, inTime, closedWithoutReply } = one;
    const counts = [messages, open, overdue, answered, inTime, closedWithoutReply];
    const numbers = [...counts, one.medianMinutes ?? "", one.slowMinutes ?? ""];
    yield toCsvLine([inboxForms[form] ?? form, ...numbers]);
  }
}
