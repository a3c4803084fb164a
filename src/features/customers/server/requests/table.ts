import { toCsvHeader, toCsvLine, WrittenNumber } from "../../../../platform/server/parsing/csv.ts";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../contract/format-request.ts";
import type { RequestResponse } from "../../contract/profile.ts";

const headings = [
  "Request",
  "Provider",
  "Status",
  "Date completed",
  "Price (US dollars)",
  "Reference",
];

/**
 * Requests as CSV (RFC 4180). Spreadsheets recognize dates and prices; missing ones are labeled as
 * on the pages.
 */
export function toCsv(requests: readonly RequestResponse[], timeZone: string): string {
  const lines = requests.map((request) =>
    toCsvLine([
      request.requestTitle,
      request.assignedTo,
      formatStatus(request),
      formatCompletionDate(request, timeZone),
      request.price === null
        ? formatRequestPrice(request)
        : new WrittenNumber(request.price.toFixed(2)),
      request.reference,
    ]),
  );
  return `${toCsvHeader(headings)}${lines.join("")}`;
}
