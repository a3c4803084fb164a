import { z } from "zod";
import { isStorableText } from "../../../contract/form-engine/rules.ts";
import { isUid } from "../../platform/files/named-files.ts";
import type { RequestRecord } from "./requests.ts";

/** The list of requests cannot be stored; the message says why. */
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

const item: z.ZodType<RequestRecord> = z.strictObject(
  {
    id: storable.regex(
      // Browsers resolve a lone "." or ".." in a URL as a folder.
      new RegExp(`^(?!\\.\\.?$)[^/]{1,${maxIdLength}}$`),
      `must be 1 to ${maxIdLength} characters without a slash, and neither "." nor ".."`,
    ),
    requestTitle: storable.regex(/\S/, "must not be empty"),
    assignedTo: storable,
    assignedToUid: storable.refine(
      (uid) => uid === "" || isUid(uid),
      'may hold letters, digits, "-" and "_"; "" when nobody is assigned',
    ),
    requestCompleted: z.boolean("must be true or false"),
    dateCompleted: z
      .int("must be whole seconds since 1970, or null")
      .min(0, "must not be before 1970")
      .max(latestSeconds, "must be seconds since 1970, not milliseconds")
      .nullable()
      .default(null),
    price: z
      .number("must be a number of US dollars, or null")
      .min(0, "must not be negative")
      .max(maxPrice, `must be at most ${maxPrice}`)
      .refine(hasWholeCents, "must have at most two digits after the point")
      .nullable()
      .default(null),
  },
  "must be an object",
);

function hasWholeCents(price: number): boolean {
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
}

/**
 * Reads a JSON array of requests, fields as in SPEC 3. A missing date or price is pending.
 * @throws RequestListError that lists every error
 */
export function readRequestList(json: string): RequestRecord[] {
  const list = parse(json);
  if (!Array.isArray(list)) throw new RequestListError("Give a JSON array of requests.");
  if (list.length > maxRequests) {
    throw new RequestListError(`Give at most ${maxRequests} requests at a time.`);
  }
  const requests: RequestRecord[] = [];
  const errors: string[] = [];
  for (const [index, value] of list.entries()) {
    const { success, data, error } = item.safeParse(value);
    if (success) requests.push(data);
    else errors.push(...error.issues.map((issue) => describe(index, issue)));
  }
  errors.push(...findDuplicates(requests));
  if (errors.length > 0) {
    throw new RequestListError(
      `Nothing was stored:\n${errors.map((error) => `  ${error}`).join("\n")}`,
    );
  }
  return requests;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new RequestListError("Standard input is not JSON. Give a JSON array of requests.");
  }
}

function describe(index: number, issue: z.core.$ZodIssue): string {
  const place = [`request ${index + 1}`, ...issue.path.map(String)].join(", ");
  if (issue.code === "unrecognized_keys") return `${place}: unknown field ${issue.keys.join(", ")}`;
  return `${place}: ${issue.message}`;
}

function findDuplicates(requests: readonly RequestRecord[]): string[] {
  const ids = requests.map(({ id }) => id);
  const duplicates = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...duplicates].map((id) => `the id ${id} is given twice`);
}
