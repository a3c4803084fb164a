import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { queryOf, singleValueOf } from "../../../../platform/server/http/read-query.ts";
import type { DeskHandlers, DeskRequest } from "../../../staff/server/access/desk-endpoint.ts";
import { withHeader } from "../../../staff/server/access/export-line.ts";
import { readFilterTexts } from "../../../staff/server/access/read-filter.ts";
import { readExportFormat, sendExport } from "../../../staff/server/access/send-export.ts";
import { applicationLimits } from "../../contract/desk/applications.ts";
import type { funnelEndpoints } from "../../contract/desk/funnel.ts";
import { readTrack } from "./application-filter.ts";
import { exportFunnel, funnelColumns, readFunnel, readFunnelDays } from "./read-funnel.ts";

export function funnelHandlers(context: AppContext): DeskHandlers<typeof funnelEndpoints> {
  const { database, now } = context;
  const read = async ({ request }: DeskRequest) => {
    const { days, track } = readFilterTexts(
      queryOf(request),
      ["days", "track"],
      applicationLimits.search,
    );
    return readFunnel(database.db, readFunnelDays(days), readTrack(track), now());
  };
  return {
    read,
    export: async (call) => {
      const format = readExportFormat(singleValueOf(queryOf(call.request), "format"));
      const rows = exportFunnel(await read(call), format);
      return sendExport(call, context, {
        format,
        fileName: "funnel",
        what: `Exported the funnel as ${format.toUpperCase()}`,
        target: "Applications",
        rows: withHeader(funnelColumns, format, rows),
      });
    },
  };
}
