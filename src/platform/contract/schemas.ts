import { z } from "zod";
import type { Bytes } from "./define-endpoint.ts";
import { isStorableText } from "./form-engine/rules.ts";
import { normalizeLine, normalizeText } from "./text.ts";

/** A text that staff typed, in its canonical form. @param max in characters */
export const typedText = (max: number) =>
  z.string().overwrite(normalizeText).min(1).max(max).refine(isStorableText);

/** The same of one line, such as a name or tag. */
export const typedLine = (max: number) =>
  z.string().overwrite(normalizeLine).min(1).max(max).refine(isStorableText);

/** A text that the database can store. @param max in characters */
export const storableText = (max: number) => z.string().max(max).refine(isStorableText);

/** Whether it is an object; others check its fields. */
export const isObject = (value: unknown) => typeof value === "object" && value !== null;

/** A field whose absence has a message of its own: it is then empty. */
export const sentText = z.string().default("");

/** An optional name of a query; an empty one is absent. */
export const queryText = (max: number) =>
  storableText(max)
    .transform((text) => text || undefined)
    .optional();

/** A text that follows a rule; otherwise the error "invalid" has this message for its field. */
export const checkedText = (message: string, isValid: (text: string) => boolean) =>
  z.string().refine(isValid, { error: message, params: { field: true } });

/** One of these values, or absent. */
export const queryChoice = <const Value extends string>(values: readonly Value[]) =>
  z
    .enum(["", ...values])
    .transform((value) => (value === "" ? undefined : (value as Value)))
    .optional();

/** One of these numbers, as a query has it. */
export const queryNumber = <const Value extends number>(values: readonly Value[]) =>
  z.enum(values.map(String)).transform((text) => Number(text) as Value);

/** Format of an export: CSV unless the query asks for the other one. */
export const exportFormat = z.enum(["csv", "ndjson"]).catch("csv");

/** The bytes of a file, which its handler reads. @param types media types */
export const bytes = (...types: readonly string[]) => z.custom<Bytes>().meta({ types });

/** A day, YYYY-MM-DD, or absent. */
export const queryDay = z
  .union([z.literal("").transform(() => undefined), z.iso.date()])
  .optional();

/** The cursor of a page, or absent for the first. */
export const cursor = z
  .string()
  .transform((text) => text || undefined)
  .optional();

/** The id or reference of a record. */
export const recordId = typedText(64);

/** The token that undoes a change. */
export const undoToken = z.strictObject({ undo: recordId });

/** A record as the page showed it; a change of another version is rejected. */
export const version = z.int().min(1);
