import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../api-error.ts";

const nativeForm = "application/x-www-form-urlencoded";

/** Maximum names of a form, and of an object in JSON. Our largest form has about 60. */
const maxNames = 200;
/** Maximum names of a JSON body with everything below it: 200 rows of a list with their fields. */
const maxNestedNames = 2000;

/**
 * Parses JSON, and native form posts: if a name is repeated, the last value wins. A body with
 * thousands of names is rejected before it is parsed.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeContentTypeParser("text/plain");
  app.addContentTypeParser(nativeForm, { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, Object.fromEntries(readNativeForm(body.toString())));
    } catch (error) {
      done(error as Error);
    }
  });
  const parse = readJsonBody(app);
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) =>
    parse(request, body.toString(), done),
  );
}

/** The parser of JSON bodies, for a type of its own. */
export function readJsonBody(
  app: FastifyInstance,
): ReturnType<FastifyInstance["getDefaultJsonParser"]> {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request, text, done) => {
    if (hasTooManyNames(text)) done(tooManyNames());
    else parse(request, text, done);
  };
}

/** Reads a native form post. @throws ApiError "malformed" over 200 values */
export function readNativeForm(text: string): URLSearchParams {
  let names = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    names += 1;
    if (names > maxNames) throw tooManyNames();
  }
  return new URLSearchParams(text);
}

function tooManyNames(): ApiError {
  return new ApiError("malformed", { message: `Send at most ${maxNames} fields.` });
}

/** Whether an object has too many names, without parsing it: stops at the first one too many. */
export function hasTooManyNames(json: string): boolean {
  let names = 0;
  const byDepth: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfText(json, at);
    else if (character === "{" || character === "[") byDepth.push(0);
    else if (character === "}" || character === "]") byDepth.pop();
    else if (character === ":") {
      names += 1;
      const own = (byDepth.pop() ?? 0) + 1;
      if (own > maxNames || names > maxNestedNames) return true;
      byDepth.push(own);
    }
  }
  return false;
}

/** Index of the quote that closes a JSON string, or the end. @param start of the opening quote */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

/** Whether a browser posted the form itself, without our scripts: it expects a page. */
export function isNativePost(request: FastifyRequest): boolean {
  return request.headers["content-type"]?.toLowerCase().startsWith(nativeForm) ?? false;
}

export type TextBody = Readonly<Record<string, string>>;
