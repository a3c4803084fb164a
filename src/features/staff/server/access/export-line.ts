import { toCsvHeader, toCsvLine } from "../../../../platform/server/parsing/csv.ts";
import type { ExportFormat } from "./send-export.ts";

/**
 * One line of an export: CSV cells in the order of the columns, or a JSON object by column. Times are
 * `Date`: in CSV of the company's zone, in JSON of UTC.
 */
export function toExportLine(
  columns: readonly string[],
  cells: readonly unknown[],
  format: ExportFormat,
): string {
  if (format === "csv") return toCsvLine(cells);
  return `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, cells[at]])))}\n`;
}

/** All lines of an export, with the header line in CSV. @param times the columns with times */
export async function* withHeader(
  columns: readonly string[],
  format: ExportFormat,
  lines: AsyncIterable<string>,
  times: readonly string[] = [],
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvHeader(columns, times);
  yield* lines;
}

/** A time of an export; empty if there is none. @param time ISO 8601, or milliseconds since 1970 */
export function toExportTime(time: string | number | null | undefined): Date | "" {
  return time === null || time === undefined || time === "" ? "" : new Date(time);
}
