import { type CsvRecord, readCsvRecords } from "../../../../platform/server/parsing/csv-records.ts";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../contract/format-request.ts";

export interface RequestLine {
  readonly line: number;
  readonly value: object;
}

/**
 * Reads the lines of a CSV as requests, in the ways that spreadsheets write values. Texts that are no
 * such value remain, and the check rejects them.
 * @throws CsvError
 */
export function readRequestLines(bytes: Uint8Array, maxRequests: number): RequestLine[] {
  return readCsvRecords(bytes, maxRequests + 2).map(toLine);
}

/** `reference`, which `records --csv` prints, is derived. */
function toLine({ line, cells: { reference: _reference, ...cells } }: CsvRecord): RequestLine {
  const values = Object.entries(cells).map(([name, cell]) => {
    const read = Object.hasOwn(cellReaders, name) ? cellReaders[name] : undefined;
    return [name, read ? read(cell.trim()) : cell];
  });
  return { line, value: Object.fromEntries(values) };
}

const completed = ["true", "yes", "y", "1"];
const open = ["false", "no", "n", "0", ""];

/** Reads the words of the portal, of `records --csv` and of spreadsheets. */
const cellReaders: Readonly<Record<string, (cell: string) => unknown>> = {
  requestCompleted(cell) {
    const word = cell.toLowerCase();
    const status = (requestCompleted: boolean) => formatStatus({ requestCompleted }).toLowerCase();
    if (completed.includes(word) || word === status(true)) return true;
    return open.includes(word) || word === status(false) ? false : cell;
  },
  dateCompleted(cell) {
    if (isMissing(cell, formatCompletionDate({ dateCompleted: null }))) return null;
    return readDate(cell) ?? cell;
  },
  price(cell) {
    if (isMissing(cell, formatRequestPrice({ price: null }))) return null;
    return readPrice(cell) ?? cell;
  },
};

function isMissing(cell: string, word: string): boolean {
  return cell === "" || cell.toLowerCase() === word.toLowerCase();
}

/**
 * Reads a time: whole seconds since 1970, or a date such as 2026-05-01 or 5/1/2026 (month first), taken
 * at 18:00 UTC, so that it falls on that day everywhere in the US. @returns seconds, or undefined if
 * it is none of these
 */
export function readDate(word: string): number | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(word);
  if (american) {
    const [, month = "", day = "", year = ""] = american;
    return readDate(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`);
  }
  if (/^\d+$/.test(word)) return Number(word);
  if (!/^\d{4}-\d\d-\d\d$/.test(word)) return undefined;
  const time = Date.parse(`${word}T18:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(word);
  return isDay ? time / 1000 : undefined;
}

/**
 * Reads US dollars: "24.50", "$1,024.50", "24,50". @returns undefined for other texts, and for
 * "1,024", which is a thousand in one country and one in another
 */
export function readPrice(word: string): number | undefined {
  const amount = word.replace(/^(-?)(?:US)?\$\s?/i, "$1").replace(/\s?USD$/i, "");
  if (/^-?\d+(?:\.\d+)?$/.test(amount)) return Number(amount);
  if (/^-?\d{1,3}(?:,\d{3})+\.\d\d$/.test(amount)) return Number(amount.replaceAll(",", ""));
  if (/^-?(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(amount)) {
    return Number(amount.replaceAll(".", "").replace(",", "."));
  }
  return undefined;
}
