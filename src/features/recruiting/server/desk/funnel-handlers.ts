import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { DeskHandlers } from "../../../staff/server/access/desk-endpoint.ts";
import { withHeader } from "../../../staff/server/access/export-line.ts";
import { sendExport } from "../../../staff/server/access/send-export.ts";
import type { funnelEndpoints } from "../../contract/funnel.ts";
import { exportFunnel, funnelColumns, readFunnel } from "./read-funnel.ts";

export function funnelHandlers(context: AppContext): DeskHandlers<typeof funnelEndpoints> {
  const { database, now } = context;
  return {
    read: ({ query: { days, track } }) => readFunnel(database.db, days, track, now()),
    export: async (call) => {
      const { days, track, format } = call.query;
      const rows = exportFunnel(await readFunnel(database.db, days, track, now()), format);
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
