import type { ErrorBody } from "../contract/errors.ts";

/** Longest wait for an answer, in milliseconds: slow phones get their time, nobody waits for ever. */
const answerTimeoutMs = 30_000;

/** What a call came to: data, or an error with a code. Shows nothing itself. */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ErrorBody | { readonly code: "unreachable" } };

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as Partial<ErrorBody> | null)?.code === "string";
}

/**
 * Sends a call; a body goes as JSON, a picture as its bytes.
 * @returns "unreachable" when no answer came within 30 seconds or it was not ours.
 */
export async function call<T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, {
      method,
      ...(body && encode(body)),
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, data: answer as T };
    if (isErrorBody(answer)) return { ok: false, error: answer };
  } catch {
    // No connection, no answer in time, or an answer that is not JSON: all the same to the reader.
  }
  return { ok: false, error: { code: "unreachable" } };
}

function encode(body: object): RequestInit {
  if (body instanceof Blob) return { headers: { "content-type": body.type }, body };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Sends JSON to the server. */
export function post<T>(path: string, body: object): Promise<Outcome<T>> {
  return call("POST", path, body);
}
