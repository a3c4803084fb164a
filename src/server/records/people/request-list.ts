import { z } from "zod";
import {
  formatCompletionDate,
  formatRequestPrice,
  formatStatus,
} from "../../../contract/endpoints/format-request.ts";
import { isStorableText } from "../../../contract/form-engine/rules.ts";
import { isUid } from "../../platform/files/named-files.ts";
import { readCsvRecords } from "../shared/csv.ts";
import type { RequestRecord } from "./requests.ts";

/** The list of requests cannot be stored; the message explains why. */
class RequestListError extends Error {
  override name = "RequestListError";
}

/** A longer list would delay the server's own writes. */
const maxRequests = 1000;
const maxIdLength = 128;
const maxTextLength = 1000;
/** The year 2100; a later time is probably in milliseconds. */
const latestSeconds = 4_102_444_800;
const maxPrice = 1_000_000;

const text = z.string("must be text").max(maxTextLength, `at most ${maxTextLength} characters`);
const storable = text.refine(isStorableText, "has a character that cannot be saved");

const id = storable.regex(
  // Browsers resolve a lone "." or ".." in a URL as a folder.
  new RegExp(`^(?!\\.\\.?$)[^/]{1,${maxIdLength}}$`),
  `must be 1 to ${maxIdLength} characters without a slash, and neither "." nor ".."`,
);
const requestTitle = storable.regex(/\S/, "must not be empty");
const assignedToUid = storable.refine(
  (uid) => uid === "" || isUid(uid),
  'may hold letters, digits, "-" and "_"; "" when nobody is assigned',
);
const requestCompleted = z.boolean("must be true or false");
const dateCompleted = z
  .int("must be whole seconds since 1970, or null")
  .min(0, "must not be before 1970")
  .max(latestSeconds, "must be seconds since 1970, not milliseconds")
  .nullable();
const price = z
  .number("must be a number of US dollars, or null")
  .min(0, "must not be negative")
  .max(maxPrice, `must be at most ${maxPrice}`)
  .refine(hasWholeCents, "must have at most two digits after the point")
  .nullable();

const item: z.ZodType<RequestRecord> = z.strictObject(
  {
    id,
    requestTitle,
    assignedTo: storable,
    assignedToUid,
    requestCompleted,
    dateCompleted: dateCompleted.default(null),
    price: price.default(null),
  },
  "must be an object",
);

/** Which fields of a stored request to change. */
export interface RequestChange extends Partial<Omit<RequestRecord, "id">> {
  readonly id: string;
}

const change: z.ZodType<RequestChange> = z.strictObject(
  {
    id,
    requestTitle: requestTitle.exactOptional(),
    assignedTo: storable.exactOptional(),
    assignedToUid: assignedToUid.exactOptional(),
    requestCompleted: requestCompleted.exactOptional(),
    dateCompleted: dateCompleted.exactOptional(),
    price: price.exactOptional(),
  },
  "must be an object",
);

/** How a list of requests is written. */
export type ListFormat = "json" | "csv";

function hasWholeCents(price: number): boolean {
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
}

/**
 * Reads requests, fields as in SPEC 3: a JSON array, or CSV with the fields' names in the first
 * line. A missing date or price is pending.
 * @throws RequestListError that lists every error
 */
export function readRequestList(text: string, format: ListFormat = "json"): RequestRecord[] {
  return check(parse(text, format), item, "stored");
}

/**
 * Reads changes of requests: like requests, but only the id is required.
 * @throws RequestListError that lists every error
 */
export function readRequestChanges(text: string, format: ListFormat = "json"): RequestChange[] {
  return check(parse(text, format), change, "changed");
}

function check<Item extends { readonly id: string }>(
  list: readonly unknown[],
  schema: z.ZodType<Item>,
  done: string,
): Item[] {
  if (list.length > maxRequests) {
    throw new RequestListError(`Give at most ${maxRequests} requests at a time.`);
  }
  const items: Item[] = [];
  const errors: string[] = [];
  for (const [index, value] of list.entries()) {
    const { success, data, error } = schema.safeParse(value);
    if (success) items.push(data);
    else errors.push(...error.issues.map((issue) => describe(index, issue)));
  }
  errors.push(...findDuplicates(items));
  if (errors.length > 0) {
    throw new RequestListError(
      `Nothing was ${done}:\n${errors.map((error) => `  ${error}`).join("\n")}`,
    );
  }
  return items;
}

function parse(text: string, format: ListFormat): readonly unknown[] {
  if (format === "csv") return readCsvRecords(text).map(toValues);
  const list = parseJson(text);
  if (!Array.isArray(list)) throw new RequestListError("Give a JSON array of requests.");
  return list;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestListError("Standard input is not JSON. Give a JSON array of requests.");
  }
}

/** The cells of a line as values; `reference`, which `records --csv` prints, is derived. */
function toValues({ reference: _reference, ...cells }: Readonly<Record<string, string>>): object {
  const values = Object.entries(cells).map(([name, cell]) => {
    const read = Object.hasOwn(cellReaders, name) ? cellReaders[name] : undefined;
    return [name, read ? read(cell.trim()) : cell];
  });
  return Object.fromEntries(values);
}

/**
 * Reads the words of SPEC 4 and of `records --csv`; others remain text, which the schema rejects.
 */
const cellReaders: Readonly<Record<string, (cell: string) => unknown>> = {
  requestCompleted(cell) {
    const found = [true, false].find((requestCompleted) =>
      [String(requestCompleted), formatStatus({ requestCompleted })].includes(cell),
    );
    return found ?? cell;
  },
  dateCompleted(cell) {
    if (isMissing(cell, formatCompletionDate({ dateCompleted: null }))) return null;
    return readDate(cell) ?? cell;
  },
  price(cell) {
    if (isMissing(cell, formatRequestPrice({ price: null }))) return null;
    const amount = cell.replace(/^\$/, "");
    return /^-?\d+(\.\d+)?$/.test(amount) ? Number(amount) : cell;
  },
};

function isMissing(cell: string, word: string): boolean {
  return cell === "" || cell === word;
}

/**
 * Reads a time: whole seconds since 1970, or a date such as 2026-05-01, taken at 18:00 UTC, so that
 * it falls on that day everywhere in the US. @returns seconds, or undefined if it is neither
 */
export function readDate(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word);
  if (!/^\d{4}-\d\d-\d\d$/.test(word)) return undefined;
  const time = Date.parse(`${word}T18:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(word);
  return isDay ? time / 1000 : undefined;
}

function describe(index: number, issue: z.core.$ZodIssue): string {
  const place = [`request ${index + 1}`, ...issue.path.map(String)].join(", ");
  if (issue.code === "unrecognized_keys") return `${place}: unknown field ${issue.keys.join(", ")}`;
  return `${place}: ${issue.message}`;
}

function findDuplicates(requests: readonly { readonly id: string }[]): string[] {
  const ids = requests.map(({ id }) => id);
  const duplicates = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...duplicates].map((id) => `the id ${id} is given twice`);
}
