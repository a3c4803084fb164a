import { parse } from "csv-parse/sync";
import { startsFormula, textMark } from "./csv.ts";
import { decodeText } from "./decode-text.ts";

/** Names of parts of a workbook within a zip file. */
const excelPart = "xl/workbook";
const numbersPart = ".iwa";

/**
 * What a file is that is no CSV, and how to save it as one; undefined for what may be one. Looks at
 * content, since names and media types vary.
 */
function nameNoCsv(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  if (start.startsWith("PK\u0003\u0004")) return nameZip(bytes);
  if (start === "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1") {
    return "This is an Excel workbook (.xls). In Excel, choose File, Save As, CSV UTF-8, and use that file.";
  }
  if (start.startsWith("%PDF-"))
    return "This is a PDF. Save the list as CSV in the program it is from.";
  if (start.startsWith("\u001f\u008b")) return "This file is compressed. Unpack it first.";
  return undefined;
}

function nameZip(bytes: Uint8Array): string {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.includes(excelPart)) {
    return "This is an Excel workbook (.xlsx). In Excel, choose File, Save As, CSV UTF-8, and use that file.";
  }
  if (all.includes(numbersPart)) {
    return "This is a Numbers spreadsheet. In Numbers, choose File, Export To, CSV, and use that file.";
  }
  if (all.includes("META-INF/manifest.xml")) {
    return "This is a LibreOffice spreadsheet (.ods). Choose File, Save As, Text CSV, and use that file.";
  }
  return "This is a zip file. Unpack it, and use the CSV file in it.";
}

export interface CsvRow {
  /** Number of its first line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a quote was in a wrong place and was read as text. */
  readonly hasWrongQuote?: true;
}

/** A line that cannot be read; the lines after it are. */
interface CsvLineError {
  readonly line: number;
  readonly why: "open-quote" | "too-long";
  readonly text: string;
}

/** What a CSV contains, without empty rows. */
export interface CsvContent {
  readonly rows: readonly CsvRow[];
  readonly errors: readonly CsvLineError[];
}

/** The file is no CSV, or has too many lines; the message says what to do. */
export class CsvError extends Error {
  override name = "CsvError";
}

/** Maximum size of a line and of a row, in bytes. */
export const maxCsvLineBytes = 64 * 1024;
const separators = [",", ";", "\t", "|"];
const recordDelimiter = ["\r\n", "\n", "\r"];
/** Lines with a quote in a wrong place: each takes a time of its own to read. */
const maxWrongQuotes = 500;
/** Empty rows of separators for each row: spreadsheets write some hundreds. */
const maxEmptyShare = 4;
const shownText = 60;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads a CSV (RFC 4180) as spreadsheets of any country save it: any encoding of `decodeText`, separated
 * by commas, semicolons, tabs or bars (those of a first line "sep=;", else the most frequent in the
 * first line), any ends of lines. A quote that is never closed costs one line. Takes linear time:
 * a line with an open quote ends each attempt to read a row that begins before it.
 * @throws CsvError for other files, and for more than `maxRows` rows and errors together
 */
export function readCsv(bytes: Uint8Array, maxRows: number): CsvContent {
  const other = nameNoCsv(bytes);
  if (other !== undefined) throw new CsvError(other);
  return new CsvReader(decodeText(bytes), maxRows).read();
}

class CsvReader {
  readonly #bytes: Buffer;
  readonly #maxRows: number;
  readonly #separator: string;
  readonly #rows: CsvRow[] = [];
  readonly #errors: CsvLineError[] = [];
  /** Where the next row begins, and the number of that line. */
  #at = 0;
  #line = 1;
  #wrongQuotes = 0;
  #empty = 0;

  constructor(text: string, maxRows: number) {
    const [, given] = /^sep=([,;\t|])(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
    this.#bytes = Buffer.from(text);
    this.#maxRows = maxRows;
    if (given !== undefined) this.#skipLine();
    this.#separator = given ?? findSeparator(/^[\r\n]*([^\r\n]*)/.exec(text)?.[1] ?? "");
  }

  read(): CsvContent {
    while (this.#at < this.#bytes.length) {
      const end = this.#findLongLine();
      while (this.#at < end) this.#readRows(end);
      if (this.#at < this.#bytes.length) this.#rejectLine("too-long");
    }
    return { rows: this.#rows, errors: this.#errors };
  }

  /** The next line that is too long, or the end. */
  #findLongLine(): number {
    const bytes = this.#bytes;
    let start = this.#at;
    for (let at = start; at < bytes.length; at += 1) {
      if (bytes[at] === lineFeed || bytes[at] === carriageReturn) start = at + 1;
      else if (at - start >= maxCsvLineBytes) return start;
    }
    return bytes.length;
  }

  /** Reads rows up to `end`, or up to one that cannot be read, which is read as a line of its own. */
  #readRows(end: number): void {
    const start = this.#at;
    try {
      parse(this.#bytes.subarray(start, end), {
        delimiter: this.#separator,
        record_delimiter: recordDelimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: maxCsvLineBytes,
        on_record: (cells: string[], { bytes }) => this.#addRow(cells, start + bytes),
      });
      this.#at = end;
    } catch (error) {
      if (error instanceof CsvError) throw error;
      this.#readLine();
    }
  }

  /** Reads one line in which a quote is not closed, or in a wrong place, where it is text. */
  #readLine(): void {
    this.#wrongQuotes += 1;
    if (this.#wrongQuotes > maxWrongQuotes) {
      throw new CsvError(
        `Over ${maxWrongQuotes} lines have a quote in the wrong place, the last is line ${this.#line}. Save the file again as CSV.`,
      );
    }
    const { at } = this.#findEnd();
    try {
      const [cells] = parse(this.#bytes.subarray(this.#at, at), {
        delimiter: this.#separator,
        relax_quotes: true,
        relax_column_count: true,
      });
      this.#addRow(cells ?? [], this.#findEnd().next, true);
    } catch (error) {
      if (error instanceof CsvError) throw error;
      this.#rejectLine("open-quote");
    }
  }

  /** @param next where the next row begins */
  #addRow(cells: readonly string[], next: number, hasWrongQuote = false): null {
    // The parser passes over empty lines.
    while (this.#isAtEnd()) this.#skipLine();
    if (cells.some((cell) => cell.trim() !== "")) {
      this.#rows.push({
        line: this.#line,
        cells: cells.map(unprotect),
        ...(hasWrongQuote && { hasWrongQuote }),
      });
      this.#countRow();
    } else {
      this.#empty += 1;
      if (this.#empty > maxEmptyShare * this.#maxRows) this.#rejectLength();
    }
    this.#skipTo(next);
    return null;
  }

  #isAtEnd(): boolean {
    const byte = this.#bytes[this.#at];
    return byte === lineFeed || byte === carriageReturn;
  }

  #rejectLine(why: CsvLineError["why"]): void {
    const text = this.#bytes.toString(
      "utf8",
      this.#at,
      Math.min(this.#findEnd().at, this.#at + 4 * shownText),
    );
    this.#errors.push({ line: this.#line, why, text: shorten(text) });
    this.#countRow();
    this.#skipLine();
  }

  #countRow(): void {
    if (this.#rows.length + this.#errors.length > this.#maxRows) this.#rejectLength();
  }

  #rejectLength(): never {
    throw new CsvError(`The file has over ${this.#maxRows.toLocaleString("en-US")} lines.`);
  }

  #skipLine(): void {
    this.#skipTo(this.#findEnd().next);
  }

  #skipTo(next: number): void {
    const bytes = this.#bytes;
    for (let at = this.#at; at < next; at += 1) {
      const isPair = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
      if (isPair) continue;
      if (bytes[at] === lineFeed || bytes[at] === carriageReturn) this.#line += 1;
    }
    this.#at = next;
  }

  /** Where the current line ends, and where the next one begins. */
  #findEnd(): { readonly at: number; readonly next: number } {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at += 1;
    const isPair = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed;
    return { at, next: Math.min(bytes.length, at + (isPair ? 2 : 1)) };
  }
}

function findSeparator(line: string): string {
  const plain = line.slice(0, maxCsvLineBytes).replaceAll(/"[^"]*"/g, "");
  const counts = separators.map((one) => plain.split(one).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Takes off what the writer of this or another program added so that a spreadsheet shows text. */
function unprotect(cell: string): string {
  if (cell.startsWith(textMark)) return cell.slice(textMark.length);
  const [, formula] = /^="([^"]*)"$/.exec(cell) ?? [];
  if (formula !== undefined) return formula;
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function shorten(text: string): string {
  const letters = [...text];
  return letters.length > shownText ? `${letters.slice(0, shownText).join("")}…` : text;
}
