import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";

const nativeForm = "application/x-www-form-urlencoded";

/** Parses native form posts; if a name is repeated, the last value wins. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser(nativeForm, { parseAs: "string" }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

/** Whether a browser posted the form itself, without our scripts: it expects a page. */
export function isNativePost(request: FastifyRequest): boolean {
  return request.headers["content-type"]?.toLowerCase().startsWith(nativeForm) ?? false;
}

/** A body with text values by name. */
export type TextBody = Readonly<Record<string, string>>;

const noNames: ReadonlySet<string> = new Set();

/**
 * Reads a body with known names and text values.
 * @throws ApiError "malformed" for another shape, an unknown name or a value that is not text
 */
export function readTextBody(body: unknown, known: ReadonlySet<string>): TextBody {
  return readNamedBody(body, known, noNames) as TextBody;
}

/** Like `readTextBody`; the values of `numbers` may also be numbers. */
export function readNamedBody(
  body: unknown,
  known: ReadonlySet<string>,
  numbers: ReadonlySet<string>,
): Readonly<Record<string, string | number>> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError("malformed", { message: "Send an object with the fields of the form." });
  }
  for (const [name, value] of Object.entries(body)) {
    if (!known.has(name)) {
      throw new ApiError("malformed", { message: `The form has no field "${name.slice(0, 60)}".` });
    }
    if (typeof value !== "string" && !(numbers.has(name) && typeof value === "number")) {
      throw new ApiError("malformed", { message: `The field "${name}" must be text.` });
    }
  }
  return body as Readonly<Record<string, string | number>>;
}
