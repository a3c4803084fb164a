import {
  emailKey,
  isStorableText,
  looksLikeEmail,
} from "../../../../platform/contract/form-engine/rules.ts";
import { CsvError, type CsvRow, readCsv } from "../../../../platform/server/parsing/read-csv.ts";
import {
  type BadLine,
  type FileColumn,
  newsletterLimits,
  type StatusColumn,
} from "../../contract/newsletter-desk.ts";
import { ConsentColumns } from "./consent-columns.ts";

/** Headers of the column of addresses, best first, without spaces and punctuation. */
const headers: readonly RegExp[] = [
  /^email$/,
  /^(?:subscriber|primary|contact|user|customer)?email(?:address|id)?$/,
  /^e?mail1?(?:value|address)?$/,
  /^emailaddresses$|email|e-?mail/,
  /^address$|correo|courriel/,
];
const sampleRows = 200;
/** Share of addresses among the cells of a column of addresses. */
const leastShare = 0.5;

function isAddress(cell: string): boolean {
  return looksLikeEmail(cell.trim()) && isStorableText(cell);
}

/**
 * The column of addresses by its header and its cells: a column "email" before "mail" and "address", if
 * it holds addresses. Undefined if several could be meant, or none is.
 * @param rows the rows below the header
 */
function findAddressColumn(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): number | undefined {
  const sample = rows.slice(0, sampleRows);
  const width = Math.max(header.length, ...sample.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    rank: rankOf(header[index] ?? ""),
    share: shareOf(sample.map((cells) => cells[index] ?? "")),
  }));
  const holding = columns.filter(({ share }) => share !== undefined && share >= leastShare);
  // Without addresses anywhere the header decides, so that the wrong ones are named.
  const named = columns.filter(({ rank }) => rank < headers.length);
  const candidates = holding.length > 0 ? holding : named;
  const best = Math.min(...candidates.map(({ rank }) => rank));
  const found = candidates.filter(({ rank }) => rank === best);
  return found.length === 1 ? found[0]?.index : undefined;
}

function rankOf(header: string): number {
  const name = header.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  const rank = headers.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? headers.length : rank;
}

/** The share of addresses among the cells that are not empty; undefined if all are. */
function shareOf(cells: readonly string[]): number | undefined {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length === 0 ? undefined : filled.filter(isAddress).length / filled.length;
}

/** Maximum length of the text shown of an invalid line, in characters. */
const maxShownText = 60;
/** Rows shown to whoever chooses the column, and columns to choose from. */
const shownRows = 3;
const maxColumns = 50;

export interface AddressFile {
  /** Lines with a value in the address column, and those that could not be read. */
  readonly lines: number;
  /** In lower case, each once. */
  readonly emails: readonly string[];
  /** Addresses that occurred earlier in the file. */
  readonly repeated: number;
  /** Lines whose status says that the person left or did not agree. */
  readonly left: number;
  readonly invalid: number;
  readonly badLines: readonly BadLine[];
  readonly statuses: readonly StatusColumn[];
  readonly columns: readonly FileColumn[];
  /** Index of the column of addresses; null: whoever imports has to choose. */
  readonly column: number | null;
}

export interface AddressFileInput {
  readonly bytes: Uint8Array;
  /** Index of the column of addresses, or its name, if whoever imports chose it. */
  readonly column?: string | undefined;
}

/** Reads the addresses of a CSV, or says why it cannot; runs in a parser's process. */
export function readAddressFile({
  bytes,
  column,
}: AddressFileInput): AddressFile | { readonly failure: string } {
  try {
    return readAddresses(bytes, column);
  } catch (error) {
    if (error instanceof CsvError) return { failure: error.message };
    throw error;
  }
}

function readAddresses(bytes: Uint8Array, chosen: string | undefined): AddressFile {
  const { rows, errors } = readCsv(bytes, newsletterLimits.importLines + 1);
  const [first] = rows;
  if (!first)
    throw new CsvError(errors.length > 0 ? describeCsvError(errors[0]) : "The file is empty.");
  const hasHeader = !first.cells.some(isAddress);
  const header = hasHeader ? first.cells : [];
  const body = hasHeader ? rows.slice(1) : rows;
  if (body.length + errors.length > newsletterLimits.importLines) {
    throw new CsvError("The file has over 50,000 lines.");
  }
  const cells = body.map((row) => row.cells);
  const columns = listColumns(header, cells);
  const column = chosen === undefined ? findAddressColumn(header, cells) : find(columns, chosen);
  const unread = errors.map(({ line, why, text }) => ({ line, why, text }));
  if (column === undefined) {
    if (!cells.some((row) => row.some(isAddress))) {
      throw new CsvError("No column of this file holds email addresses.");
    }
    const none = { lines: 0, emails: [], repeated: 0, left: 0, invalid: 0, statuses: [] };
    return { ...none, badLines: [], columns, column: null };
  }
  return { ...sort(body, column, new ConsentColumns(header, cells), unread), columns, column };
}

function sort(
  rows: readonly CsvRow[],
  column: number,
  consent: ConsentColumns,
  unread: readonly BadLine[],
): Omit<AddressFile, "columns" | "column"> {
  const found = new Map<string, { count: number; isOut: boolean }>();
  const badLines = [...unread];
  let lines = unread.length;
  for (const { line, cells } of rows) {
    const cell = cells[column] ?? "";
    if (cell.trim() === "" && cells.every((one) => one.trim() === "")) continue;
    lines += 1;
    const email = emailKey(cell);
    if (!isAddress(email)) {
      badLines.push({ line, why: "address", text: shorten(cell.trim()) });
      continue;
    }
    const isOut = consent.isOut(cells);
    const known = found.get(email);
    // Who left in one line and not in another has left.
    if (known) found.set(email, { count: known.count + 1, isOut: known.isOut || isOut });
    else found.set(email, { count: 1, isOut });
  }
  const all = [...found];
  const kept = all.filter(([, { isOut }]) => !isOut);
  const sum = (some: typeof all) => some.reduce((total, [, { count }]) => total + count, 0);
  return {
    lines,
    emails: kept.map(([email]) => email),
    repeated: sum(kept) - kept.length,
    left: sum(all) - sum(kept),
    invalid: badLines.length,
    badLines: badLines
      .toSorted((one, other) => one.line - other.line)
      .slice(0, newsletterLimits.namedLines),
    statuses: consent.describe(),
  };
}

function listColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): FileColumn[] {
  const shown = rows.slice(0, shownRows);
  const width = Math.max(header.length, ...shown.map(({ length }) => length));
  return Array.from({ length: Math.min(width, maxColumns) }, (_, index) => ({
    name: shorten(header[index]?.trim() || `Column ${index + 1}`),
    examples: shown.map((cells) => shorten(cells[index]?.trim() ?? "")),
  }));
}

/** @throws CsvError for a column that the file does not have */
function find(columns: readonly FileColumn[], chosen: string): number {
  const byName = columns.findIndex(
    ({ name }) => name.toLowerCase() === chosen.trim().toLowerCase(),
  );
  const index = byName !== -1 ? byName : Number(chosen);
  if (columns[index]) return index;
  const names = columns.map(({ name }) => name).join(", ");
  throw new CsvError(`The file has no column “${shorten(chosen)}”. It has: ${names}.`);
}

function describeCsvError(
  error: { readonly line: number; readonly why: string } | undefined,
): string {
  const what =
    error?.why === "too-long" ? "is longer than 64 KB" : "has a quote that is never closed";
  return `Line ${error?.line ?? 1} ${what}, so the file has no line that can be read.`;
}

function shorten(text: string): string {
  return text.length > maxShownText ? `${text.slice(0, maxShownText)}…` : text;
}
