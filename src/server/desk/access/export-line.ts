import { toCsvLine } from "../../records/shared/csv.ts";
import type { ExportFormat } from "./send-export.ts";

/** One line of an export: CSV cells in the order of the columns, or a JSON object by column. */
export function toExportLine(
  columns: readonly string[],
  cells: readonly unknown[],
  format: ExportFormat,
): string {
  if (format === "csv") return toCsvLine(cells);
  return `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, cells[at]])))}\n`;
}

/** All lines of an export, with the header line in CSV. */
export async function* withHeader(
  columns: readonly string[],
  format: ExportFormat,
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvLine(columns);
  yield* lines;
}
