import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { toExportLine, toExportTime } from "../../../staff/server/access/export-line.ts";
import type { ExportFormat } from "../../../staff/server/access/send-export.ts";
import type { CustomerFilter } from "../../contract/customers.ts";
import { listCustomers } from "./list-customers.ts";

/** Columns of the export. */
export const exportColumns = [
  "support page",
  "name",
  "email",
  "email confirmed",
  "phone",
  "city",
  "state",
  "payment profile",
  "login",
  "open requests",
  "last request",
  "last request at",
  "open message",
  "member since",
  "last contact",
] as const;
/** Those with times. */
export const exportTimes = ["last request at", "member since", "last contact"];

/** Streams every matching customer, page by page, so that memory use is constant. */
export async function* exportCustomers(
  client: DatabaseClient,
  filter: CustomerFilter,
  format: ExportFormat,
  pageOf: (id: string) => string,
): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const page = await listCustomers(client, filter, after);
    for (const one of page.customers) {
      const cells = [
        pageOf(one.id),
        one.name,
        one.email,
        one.isConfirmed ? "yes" : "no",
        one.phone,
        one.city,
        one.state,
        one.isPaid ? "complete" : "incomplete",
        one.isLocked ? "locked" : "open",
        one.openRequests,
        one.lastRequest?.title ?? "",
        toExportTime(one.lastRequest?.at),
        one.hasOpenMessage ? "yes" : "no",
        toExportTime(one.since),
        toExportTime(one.contactAt),
      ];
      yield toExportLine(exportColumns, cells, format);
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
}
