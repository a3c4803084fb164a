import type { FastifyRequest } from "fastify";
import type { ApiError, ProblemDetail } from "../../api-error.ts";

// Importing node:http would load Node's fetch and WebSocket too, which nothing here needs.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** A problem document (RFC 9457); its type is "about:blank", so the code says what happened. */
interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly ProblemDetail[];
}

/** Whether a request is for the API of programs, whose errors are problem documents. */
export function isForPrograms({ url }: Pick<FastifyRequest, "url">): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(url);
}

export function toProblem({ body, statusCode, facts }: ApiError): Problem {
  const { errors = [], ...others } = facts;
  const ofFields = Object.entries(body.fields ?? {}).map(([name, detail]) => ({
    pointer: toPointer([name]),
    code: "invalid",
    detail,
  }));
  return {
    type: "about:blank",
    title: STATUS_CODES[statusCode] ?? "Error",
    status: statusCode,
    code: body.code,
    detail: body.message,
    errors: [...ofFields, ...errors],
    ...others,
  };
}

/** A JSON Pointer (RFC 6901). */
export function toPointer(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
