/*
 * The one writer of CSV. What a spreadsheet must not change into a number or date gets an invisible
 * mark; `read-csv.ts` takes it off again (docs/decisions/0097).
 */

import { office } from "../../../brand.ts";
import { toOfficeTime } from "../values/calendar.ts";

/** Tells Excel that a file is UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * Before a text that spreadsheets would read as a number, date or time, such as "0012345" and
 * "12E4567": invisible, kept by Excel, Numbers, Sheets and LibreOffice, which then show text.
 */
export const textMark = "\u200B";

/**
 * The first line of a file, with the mark of UTF-8.
 * @param times names of the columns with times, which then name the time zone: "sent (America/Denver)"
 */
export function toCsvHeader(names: readonly string[], times: readonly string[] = []): string {
  const zoned = names.map((name) => (times.includes(name) ? `${name} (${office.timeZone})` : name));
  return `${byteOrderMark}${toCsvLine(zoned)}`;
}

/**
 * One line of CSV (RFC 4180), ending in CRLF. Numbers are numbers, text stays text, a `Date` is a time
 * of the company's zone: "2026-11-20T09:30:00-07:00".
 */
export function toCsvLine(cells: readonly unknown[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** A number as it is to be written: "24.50". */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Spreadsheets run a cell that begins with one of these as a formula, and the texts come from
 * visitors; an apostrophe makes the cell text (OWASP, "CSV Injection").
 */
export const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Digits with what is written around them: phone numbers, ZIP codes, IDs, dates, times. */
const looksNumeric = /^\s{0,9}[+($€£]{0,2}\s?\d[\d\s.,:/()%$€£-]*$/;
/** "12E4567" is a number, "MAY2026" and "3-Jun" are dates to a spreadsheet. */
const looksLikeNumberInWords =
  /^\d[\d.,]*\s?(?:e[+-]?\d+|[ap]m?)$|^(?=[^\d]{0,15}\d)(?:\d{1,4}[\s./-]?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[\s.,/-]{0,2}\d{0,4}$/i;
/** The one form of a day that all spreadsheets read the same. */
const isoDay = /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function toCell(value: unknown): string {
  if (value instanceof WrittenNumber) return value.text;
  if (value instanceof Date) return toZoned(value);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const text = isObject ? JSON.stringify(value) : String(value ?? "");
  const isText = typeof value === "string" || Array.isArray(value);
  const safe = isText ? protect(text) : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toZoned(date: Date): string {
  const options = { smallestUnit: "second", timeZoneName: "never" } as const;
  return toOfficeTime(date.getTime()).toString(options);
}

/** The text of a cell so that spreadsheets keep it as it is. */
function protect(text: string): string {
  if (looksNumeric.test(text) || looksLikeNumberInWords.test(text)) {
    return isoDay.test(text) ? text : `${textMark}${text}`;
  }
  return startsFormula.test(text) ? `'${text}` : text;
}
