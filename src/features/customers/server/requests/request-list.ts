import { z } from "zod";
import { optionalRequestFields, requestFields, requestId } from "../../contract/request-fields.ts";
import { readRequestLines } from "./request-cells.ts";
import type { RequestRecord } from "./requests.ts";

/** The list of requests cannot be stored; the message explains why. */
class RequestListError extends Error {
  override name = "RequestListError";
}

/** A longer list would delay the server's own writes. */
const maxRequests = 1000;
const item: z.ZodType<RequestRecord> = z.strictObject(
  {
    ...requestFields,
    id: requestId,
    dateCompleted: requestFields.dateCompleted.default(null),
    price: requestFields.price.default(null),
  },
  "must be an object",
);

export interface RequestChange extends Partial<Omit<RequestRecord, "id">> {
  readonly id: string;
}

const change: z.ZodType<RequestChange> = z.strictObject(
  {
    id: requestId,
    ...optionalRequestFields,
  },
  "must be an object",
);

export type ListFormat = "json" | "csv";

/**
 * Reads requests, fields as in `RequestRecord`: a JSON array, or CSV with the fields' names in the first
 * line. A missing date or price is pending.
 * @throws RequestListError that lists every error
 */
export function readRequestList(bytes: Uint8Array, format: ListFormat = "json"): RequestRecord[] {
  return check(parse(bytes, format), item, "stored");
}

/**
 * Reads changes of requests: like requests, but only the id is required.
 * @throws RequestListError that lists every error
 */
export function readRequestChanges(
  bytes: Uint8Array,
  format: ListFormat = "json",
): RequestChange[] {
  return check(parse(bytes, format), change, "changed");
}

function check<Item extends { readonly id: string }>(
  list: readonly Given[],
  schema: z.ZodType<Item>,
  done: string,
): Item[] {
  if (list.length > maxRequests) {
    throw new RequestListError(`Give at most ${maxRequests} requests at a time.`);
  }
  const items: Item[] = [];
  const errors: string[] = [];
  for (const { place, value } of list) {
    const { success, data, error } = schema.safeParse(value);
    if (success) items.push(data);
    else errors.push(...error.issues.map((issue) => describe(place, issue)));
  }
  errors.push(...findDuplicates(items));
  if (errors.length > 0) {
    throw new RequestListError(
      `Nothing was ${done}:\n${errors.map((error) => `  ${error}`).join("\n")}`,
    );
  }
  return items;
}

interface Given {
  readonly place: string;
  readonly value: unknown;
}

function parse(bytes: Uint8Array, format: ListFormat): readonly Given[] {
  if (format === "csv") {
    return readRequestLines(bytes, maxRequests).map(({ line, value }, index) => ({
      place: `line ${line}, request ${index + 1}`,
      value,
    }));
  }
  const list = parseJson(new TextDecoder().decode(bytes));
  if (!Array.isArray(list)) throw new RequestListError("Give a JSON array of requests.");
  return list.map((value, index) => ({ place: `request ${index + 1}`, value }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestListError("Standard input is not JSON. Give a JSON array of requests.");
  }
}

function describe(given: string, issue: z.core.$ZodIssue): string {
  const place = [given, ...issue.path.map(String)].join(", ");
  if (issue.code === "unrecognized_keys") return `${place}: unknown field ${issue.keys.join(", ")}`;
  return `${place}: ${issue.message}`;
}

function findDuplicates(requests: readonly { readonly id: string }[]): string[] {
  const ids = requests.map(({ id }) => id);
  const duplicates = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...duplicates].map((id) => `the id ${id} is given twice`);
}
