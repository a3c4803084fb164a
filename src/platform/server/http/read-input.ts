import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { type AnyEndpoint, type InputOf, specOf } from "../../contract/define-endpoint.ts";
import { ApiError } from "../api-error.ts";
import { queryOf } from "./read-query.ts";

/**
 * Validates the body and the query of a request, and adds them to what its handler gets.
 * @throws ApiError "malformed"; "invalid" with the fields' messages for values that break a form's
 * rules
 */
export function withInput<
  E extends AnyEndpoint,
  Call extends { readonly request: Pick<FastifyRequest, "body" | "url"> },
>(endpoint: E, call: Call): Call & InputOf<E> {
  const { body, query } = specOf(endpoint);
  return {
    ...call,
    ...(query && { query: parse(query, toObject(queryOf(call.request))) }),
    ...(body && { body: parse(body, call.request.body) }),
  } as Call & InputOf<E>;
}

/** Validates with a schema. @throws ApiError as `readInput` */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw toError(parsed.error.issues);
  return parsed.data;
}

/** The values of a query by name; a repeated name has a list. */
export function toObject(query: URLSearchParams): Readonly<Record<string, string | string[]>> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = "", ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

function toError(issues: readonly z.core.$ZodIssue[]): ApiError {
  const broken = issues.filter((issue) => issue.code === "custom" && issue.params?.field);
  if (broken.length > 0 && broken.length === issues.length) {
    const fields = broken.map(({ path, message }) => [String(path.at(-1)), message]);
    return new ApiError("invalid", { fields: Object.fromEntries(fields) });
  }
  return new ApiError("malformed", describe(issues[0]));
}

/** A message for the common mistakes; the code's own for all others. */
function describe(issue: z.core.$ZodIssue | undefined): { readonly message?: string } {
  const name = issue?.path.at(-1);
  if (issue?.code === "unrecognized_keys") {
    return { message: `The form has no field "${issue.keys[0]?.slice(0, 60)}".` };
  }
  if (issue?.code !== "invalid_type") return {};
  if (name === undefined) return { message: "Send an object with the fields of the form." };
  return issue.expected === "string"
    ? { message: `The field "${String(name)}" must be text.` }
    : {};
}
