import { personHeader, portalEndpoints } from "../../contract/endpoints/endpoints.ts";
import type { ErrorBody } from "../../contract/errors/errors.ts";

/** Longest wait for an answer, in milliseconds: slow phones get their time, nobody waits for ever. */
const responseTimeoutMs = 30_000;
/** A file gets a minute, and time for its bytes on the slowest line: 2 to the fourth a millisecond. */
const fileTimeoutMs = 60_000;
const slowestShift = 4;

/** What a call came to: data, or an error with a code. Shows nothing itself. */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ErrorBody | { readonly code: "unreachable" } };

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as Partial<ErrorBody> | null)?.code === "string";
}

/**
 * Sends a call; a body goes as JSON, a picture as its bytes.
 * @returns "unreachable" when no answer came in time or it was not ours.
 */
export async function request<T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, {
      method,
      ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      headers: headersOf(method, path, body),
      signal: AbortSignal.timeout(
        body instanceof Blob ? fileTimeoutMs + (body.size >> slowestShift) : responseTimeoutMs,
      ),
    });
    const responseBody: unknown = await response.json();
    currentPerson = response.headers.get(personHeader) ?? currentPerson;
    if (response.ok) return { ok: true, data: responseBody as T };
    if (isErrorBody(responseBody)) return { ok: false, error: responseBody };
  } catch {
    // No connection, no answer in time, or an answer that is not JSON: all the same to the reader.
  }
  return { ok: false, error: { code: "unreachable" } };
}

/** The uid of the person whose details this document was told last. */
let currentPerson: string | undefined;

function headersOf(method: string, path: string, body: object | undefined): HeadersInit {
  return {
    ...(body && { "content-type": body instanceof Blob ? body.type : "application/json" }),
    ...(currentPerson !== undefined &&
      method !== "GET" &&
      path.startsWith(portalEndpoints) && { [personHeader]: currentPerson }),
  };
}

/** Sends JSON to the server. */
export function post<T>(path: string, body: object): Promise<Outcome<T>> {
  return request("POST", path, body);
}
