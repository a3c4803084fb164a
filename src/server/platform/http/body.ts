import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";

const nativeForm = "application/x-www-form-urlencoded";

/** Maximum of names in a body; the largest form has about 60. */
const maxNames = 200;

/**
 * Parses native form posts and JSON; if a form repeats a name, the last value wins. A body with
 * more than `maxNames` names is "malformed": making an object of 60,000 names blocks the server.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(["text/plain", "application/json"]);
  app.addContentTypeParser(nativeForm, { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, Object.fromEntries(parseNativeForm(body.toString())));
    } catch (error) {
      done(error as ApiError);
    }
  });
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    void parseJson(request, body.toString(), (error, value) => {
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      const isTooLong = isObject && Object.keys(value).length > maxNames;
      done(error ?? (isTooLong ? tooManyNames() : null), value);
    });
  });
}

/** Parses a native form post. @throws ApiError "malformed" for more than `maxNames` names */
export function parseNativeForm(text: string): URLSearchParams {
  if (text.split("&", maxNames + 1).length > maxNames) throw tooManyNames();
  return new URLSearchParams(text);
}

function tooManyNames(): ApiError {
  return new ApiError("malformed", { message: `Send at most ${maxNames} fields.` });
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
