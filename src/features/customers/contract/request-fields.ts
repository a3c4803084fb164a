import { z } from "zod";
import { isStorableText } from "../../../platform/contract/form-engine/rules.ts";

const maxIdLength = 128;
const maxTextLength = 1000;
/** The year 2100; a later time is probably in milliseconds. */
const latestSeconds = 4_102_444_800;
const maxPrice = 1_000_000;

const text = z.string("must be text").max(maxTextLength, `at most ${maxTextLength} characters`);
const storable = text.refine(isStorableText, "has a character that cannot be saved");

export const requestId = storable.regex(
  // Browsers resolve a lone "." or ".." in a URL as a folder.
  new RegExp(`^(?!\\.\\.?$)[^/]{1,${maxIdLength}}$`),
  `must be 1 to ${maxIdLength} characters without a slash, and neither "." nor ".."`,
);
const requestTitle = storable.regex(/\S/, "must not be empty");
const assignedToUid = storable.regex(
  /^[\w-]{0,128}$/,
  'may hold letters, digits, "-" and "_"; "" when no one is assigned',
);
const requestCompleted = z.boolean("must be true or false (or yes, no, Completed, In Progress)");
const dateCompleted = z
  .int("must be whole seconds since 1970, a date such as 2026-11-20 or 11/20/2026, or null")
  .min(0, "must not be before 1970")
  .max(latestSeconds, "must be seconds since 1970, not milliseconds")
  .nullable();
const price = z
  .number("must be a number of US dollars such as 24.50, or null")
  .min(0, "must not be negative")
  .max(maxPrice, `must be at most ${maxPrice}`)
  .refine(hasWholeCents, "must have at most two digits after the point")
  .nullable();

/** Fields of the specification's document of a request, besides its id. */
export const requestFields = {
  requestTitle,
  assignedTo: storable,
  assignedToUid,
  requestCompleted,
  dateCompleted,
  price,
} as const;

/** The same, each of which may be left out. */
export const optionalRequestFields = {
  requestTitle: requestTitle.exactOptional(),
  assignedTo: storable.exactOptional(),
  assignedToUid: assignedToUid.exactOptional(),
  requestCompleted: requestCompleted.exactOptional(),
  dateCompleted: dateCompleted.exactOptional(),
  price: price.exactOptional(),
} as const;

function hasWholeCents(price: number): boolean {
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
}
