import {
  deskApiPath,
  type Endpoint,
  type NoBody,
  personHeader,
  portalApiPath,
} from "../../contract/define-endpoint.ts";
import type { ErrorBody } from "../../contract/errors/errors.ts";

/** Timeout of a request, in milliseconds. */
const responseTimeoutMs = 30_000;
/** Timeout of an upload in milliseconds, plus one millisecond for every 2^4 bytes of the file. */
const fileTimeoutMs = 60_000;
const slowestShift = 4;

/** Result of a request: data, or an error with a code. */
export type Outcome<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: ErrorBody | { readonly code: "unreachable" } };

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof (body as Partial<ErrorBody> | null)?.code === "string";
}

/** What an endpoint takes: nothing, or a body. */
type Sent<Body> = [Body] extends [NoBody] ? [] : [body: Body];

/**
 * Sends a request; a Blob is sent as its bytes, any other body as JSON.
 * @returns "unreachable" when no response came in time or it was not one of our API's.
 */
export async function request<Body extends object | NoBody, Response>(
  endpoint: Endpoint<Body, Response>,
  ...[body]: Sent<Body>
): Promise<Outcome<Response>> {
  const [, method = "", path = ""] = endpoint.split(" ");
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
    currentCustomer = response.headers.get(personHeader) ?? currentCustomer;
    if (response.ok) return { ok: true, data: responseBody as Response };
    if (isErrorBody(responseBody)) return { ok: false, error: responseBody };
  } catch {
    // No connection, a timeout, or a response that is not JSON.
  }
  return { ok: false, error: { code: "unreachable" } };
}

/** The uid of the person whose data this document received last; at the desk, the staff member. */
let currentCustomer: string | undefined;

/** Sets who uses this document: changes of somebody who logged in later elsewhere are rejected. */
export function actAs(id: string): void {
  currentCustomer = id;
}

function headersOf(method: string, path: string, body: object | undefined): HeadersInit {
  return {
    ...(body && { "content-type": body instanceof Blob ? body.type : "application/json" }),
    ...(currentCustomer !== undefined &&
      method !== "GET" &&
      (path.startsWith(portalApiPath) || path.startsWith(deskApiPath)) && {
        [personHeader]: currentCustomer,
      }),
  };
}
