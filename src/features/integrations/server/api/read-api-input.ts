import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import {
  type ApiEndpoint,
  type InputOf,
  specOf,
} from "../../../../platform/contract/define-endpoint.ts";
import { type ErrorCode, errors } from "../../../../platform/contract/errors/errors.ts";
import { ApiError, type ProblemDetail } from "../../../../platform/server/api-error.ts";
import { toPointer } from "../../../../platform/server/http/errors/problem.ts";
import { toObject } from "../../../../platform/server/http/read-input.ts";
import { queryOf } from "../../../../platform/server/http/read-query.ts";
import type { EndpointRequest } from "../../../../platform/server/http/register-endpoint.ts";

const dryRunName = "dryRun";

/** Unknown fields of one object that an error names, and characters of each name. */
const maxNamed = 20;
const maxNameLength = 60;

/** @throws ApiError "invalid" for another value than true or false */
export function readDryRun(request: FastifyRequest): boolean {
  const values = queryOf(request).getAll(dryRunName);
  const [value = "false"] = values;
  if (values.length <= 1 && (value === "true" || value === "false")) return value === "true";
  throw toProblemError([{ path: [dryRunName], code: "invalid", message: "Use true or false." }]);
}

/** Requires the media type of the endpoint's body; JSON by default. @throws ApiError "unsupported-type" */
export function requireMediaType(endpoint: ApiEndpoint, { headers }: FastifyRequest): void {
  const { body } = specOf(endpoint);
  const sent = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (!body || sent === undefined) return;
  const types = (body.meta()?.types ?? ["application/json"]) as readonly string[];
  const fits = (type: string) =>
    type === sent || (type.endsWith("/*") && sent.startsWith(type.slice(0, -1)));
  if (types.some(fits)) return;
  throw new ApiError("unsupported-type", { message: `Send ${types.join(" or ")}.` });
}

/** Validates query and body. @throws ApiError "invalid" with each mistake and its place */
export function readApiInput<E extends ApiEndpoint<never, unknown>>(
  endpoint: E,
  call: EndpointRequest,
): EndpointRequest & InputOf<E> {
  const { body, query } = specOf(endpoint);
  const { [dryRunName]: _dryRun, ...sent } = toObject(queryOf(call.request));
  if (!query && Object.keys(sent).length > 0) {
    throw toProblemError(unknownFields([], Object.keys(sent)));
  }
  return {
    ...call,
    ...(query && { query: parseStrictly(query, sent) }),
    // Files are read by the handler.
    ...(body && !isStream(call.request.body) && { body: parseStrictly(body, call.request.body) }),
  } as EndpointRequest & InputOf<E>;
}

export function isStream(body: unknown): boolean {
  return typeof body === "object" && body !== null && "pipe" in body;
}

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly message: string;
}

/** Validates with a schema. @throws ApiError "invalid" */
export function parseStrictly<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw toProblemError(parsed.error.issues.flatMap((issue) => toMistakes(issue, value)));
}

function toMistakes(issue: z.core.$ZodIssue, value: unknown): readonly Mistake[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") {
    return unknownFields(path, issue.keys);
  }
  if (issue.code === "invalid_type" && isMissing(value, path)) {
    return [{ path, code: "required", message: "This is required." }];
  }
  const code = issue.code === "custom" ? issue.params?.code : undefined;
  return [{ path, code: typeof code === "string" ? code : "invalid", message }];
}

function unknownFields(path: readonly PropertyKey[], keys: readonly string[]): readonly Mistake[] {
  return keys.slice(0, maxNamed).map((key) => {
    const name = key.slice(0, maxNameLength);
    const message = `There is no field "${name}".`;
    return { path: [...path, name], code: "unknown-field", message };
  });
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce(
    (at: unknown, key) => (at as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    value,
  );
  return found === undefined;
}

/** One error for all mistakes; with the code of the mistake if it is one of the catalog. */
function toProblemError(mistakes: readonly Mistake[]): ApiError {
  const [first] = mistakes;
  const details: readonly ProblemDetail[] = mistakes.map(({ path, code, message }) => ({
    pointer: toPointer(path),
    code,
    detail: message,
  }));
  const known = first && first.code !== "invalid" && Object.hasOwn(errors, first.code);
  const code = known ? (first.code as ErrorCode) : "invalid";
  const where = details[0]?.pointer || "The body";
  const message = known ? first.message : `${where}: ${first?.message}`;
  return new ApiError(code, { message }, { errors: details });
}
