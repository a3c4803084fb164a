import { CsvError, readCsv } from "./read-csv.ts";

export interface CsvRecord {
  /** Number of its first line in the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/**
 * Reads a CSV in which every line counts: as `readCsv`, but a wrong line is an error. If two columns
 * have the same name, the last one counts.
 * @throws CsvError that names the line
 */
export function readCsvRecords(bytes: Uint8Array, maxRows: number): CsvRecord[] {
  const { rows, errors } = readCsv(bytes, maxRows);
  const wrong = [...errors, ...rows.filter(({ hasWrongQuote }) => hasWrongQuote)];
  const [first] = wrong.toSorted((one, other) => one.line - other.line);
  if (first && "why" in first && first.why === "too-long") {
    throw new CsvError(`Line ${first.line} of the CSV is longer than 64 KB.`);
  }
  if (first) {
    throw new CsvError(
      `Line ${first.line} of the CSV has a quote in the wrong place, or one that is never closed.`,
    );
  }
  const [head, ...lines] = rows;
  if (!head) throw new CsvError("The CSV is empty: its first line names the columns.");
  const names = head.cells.map((name) => name.trim());
  return lines.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new CsvError(
        `Line ${line} of the CSV has ${cells.length} cells; the first line names ${names.length}. Put text with the separator in it into quotes: "24,50".`,
      );
    }
    return { line, cells: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])) };
  });
}
