import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import {
  toExportLine,
  toExportTime,
  withHeader,
} from "../../../staff/server/access/export-line.ts";
import { type ExportFormat, sendExport } from "../../../staff/server/access/send-export.ts";
import { actorOf } from "../../../staff/server/access/staff-session.ts";
import { trackLabels } from "../../contract/applications.ts";
import { marketName } from "../../contract/markets.ts";
import type { WaitlistFilter, waitlistEndpoints } from "../../contract/waitlist.ts";
import { listWaitlist, listWaitlistMarkets } from "./list-waitlist.ts";
import { notifyWaitlist, waitlistTarget } from "./notify-waitlist.ts";

const columns = ["name", "email", "phone", "zip", "market", "track", "asked", "told"] as const;

export function waitlistHandlers(context: AppContext): DeskHandlers<typeof waitlistEndpoints> {
  const { database, openMarkets } = context;
  const { db, write } = database;
  return {
    markets: async () => ({ markets: await listWaitlistMarkets(db, openMarkets) }),
    list: ({ query: { after, ...filter } }) => listWaitlist(db, filter, after),
    notify: ({ request, session, body }) =>
      write((trx) => notifyWaitlist(trx, body, actorOf(session, request), context)),
    export: async (call) => {
      const { format, ...filter } = call.query;
      const rows = exportWaitlist(database, filter, format);
      return sendExport(call, context, {
        format,
        fileName: "waiting-list",
        what: `Exported the waiting list as ${format.toUpperCase()}`,
        target: waitlistTarget,
        rows: withHeader(columns, format, rows, ["asked", "told"]),
      });
    },
  };
}

async function* exportWaitlist(
  { db }: DatabaseClient,
  query: WaitlistFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const page = await listWaitlist(db, query, after);
    yield page.people
      .map(({ name, email, phone, zip, market, track, askedAt, told }) => {
        const place = [zip, marketName(market), trackLabels[track]];
        const cells = [name, email, phone, ...place, toExportTime(askedAt), toExportTime(told?.at)];
        return toExportLine(columns, cells, format);
      })
      .join("");
    after = page.next ?? undefined;
  } while (after !== undefined);
}
