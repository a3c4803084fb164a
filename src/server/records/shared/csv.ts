/** One line of CSV (RFC 4180), ending in CRLF. */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/**
 * Spreadsheets run a cell that begins with one of these as a formula, and the texts come from
 * visitors; an apostrophe makes the cell text (OWASP, "CSV Injection").
 */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

function toCell(value: unknown): string {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const text = isObject ? JSON.stringify(value) : String(value ?? "");
  const isText = typeof value === "string" || Array.isArray(value);
  const safe = isText && startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text is not CSV. */
class CsvError extends Error {
  override name = "CsvError";
}

/**
 * Reads CSV (RFC 4180) as one object per line, named by the first line. Removes the apostrophe
 * added by `toCsvLine`. If two columns have the same name, the last one counts.
 * @throws CsvError
 */
export function readCsvRecords(text: string): Readonly<Record<string, string>>[] {
  const [names, ...lines] = readLines(text.replace(/^\uFEFF/, ""));
  if (!names) throw new CsvError("The CSV is empty: its first line names the columns.");
  return lines.map((cells, index) => {
    if (cells.length !== names.length) {
      throw new CsvError(
        `Line ${index + 2} of the CSV has ${cells.length} cells; the first line names ${names.length}.`,
      );
    }
    return Object.fromEntries(names.map((name, column) => [name.trim(), cells[column] ?? ""]));
  });
}

/** A cell, quoted or not, and its terminator. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function readLines(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  cellPattern.lastIndex = 0;
  while (cellPattern.lastIndex < text.length) {
    const found = cellPattern.exec(text);
    if (!found) {
      throw new CsvError(`Line ${lines.length + 1} of the CSV has a quote in the wrong place.`);
    }
    const [, quoted, plain = "", end] = found;
    cells.push(unprotect(quoted?.replaceAll('""', '"') ?? plain));
    if (end === "," && cellPattern.lastIndex < text.length) continue;
    if (end === ",") cells.push("");
    if (cells.length > 1 || cells[0] !== "") lines.push(cells);
    cells = [];
  }
  return lines;
}

function unprotect(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
