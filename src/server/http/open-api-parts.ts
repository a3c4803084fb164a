import { z } from "zod";
import { type ErrorCode, errors } from "../../contract/errors.ts";

/** One call, as OpenAPI writes it. */
export interface Operation {
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: object }>
  >;
}

/** Calls by address, then by method in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const errorBody = z.object({
  code: z.enum(Object.keys(errors) as [keyof typeof errors]),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  retryAfter: z.number().optional(),
});
/** A body of JSON, by its schema. */
export function json(schema: z.ZodType): object {
  return { "application/json": { schema: z.toJSONSchema(schema) } };
}

/** Answers of refused calls; codes of one status share its entry. */
export function describeRefusals(codes: readonly ErrorCode[]): Operation["responses"] {
  const statuses = Map.groupBy(codes, (code) => String(errors[code].status));
  const answers = [...statuses].map(([status, group]) => {
    const description = group.map((code) => `${code}: ${errors[code].message}`).join(" ");
    return [status, { description, content: json(errorBody) }];
  });
  return Object.fromEntries(answers);
}
