import type { DeskPermission } from "../desk/roles.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Endpoints for signed-in people. Requests that change something must come from our own pages. */
type OwnPermission =
  | "session"
  /** A session whose person reauthenticated within the last minutes. */
  | "recent-session";

type OpenPermission =
  | "anybody"
  /** Anybody, except pages of other sites. */
  | "own-site";

/** Endpoints of the staff desk; they never accept the session of a customer. */
type StaffPermission =
  /** The desk's own pages, before the log-in is complete. */
  | "desk-open"
  /** A program with the token from a setting; sessions are not accepted. */
  | "desk-token"
  | "desk-session"
  /** Everybody on the staff who gave a second factor within the last minutes. */
  | "desk-recent"
  /** Staff with this permission. */
  | `desk:${DeskPermission}`
  /** Both of the above. */
  | `desk-recent:${DeskPermission}`;

/** What a token of the settings may read. */
export type ApiScope = "messages" | "applications" | "newsletter" | "deletion";

/** A program with a token of that scope; sessions are not accepted. */
type ApiPermission = `api-token:${ApiScope}`;

export type Permission = OwnPermission | OpenPermission | StaffPermission | ApiPermission;

/**
 * One endpoint: "<permission> <method> <path>", with the types of its body and response. A string,
 * since every page contains it: an object would take ten times as many bytes. The types exist for
 * the compiler only.
 */
export type Endpoint<Body = never, Response = unknown> =
  | OwnEndpoint<Body, Response>
  | OpenEndpoint<Body, Response>
  | DeskEndpoint<Body, Response>
  | ApiEndpoint<Body, Response>;

export type OwnEndpoint<Body = never, Response = unknown> = string & Types<"own", Body, Response>;

export type OpenEndpoint<Body = never, Response = unknown> = string & Types<"open", Body, Response>;

export type DeskEndpoint<Body = never, Response = unknown> = string & Types<"desk", Body, Response>;

export type ApiEndpoint<Body = never, Response = unknown> = string & Types<"api", Body, Response>;

interface Types<Kind, Body, Response> {
  readonly kind: Kind;
  readonly accepts: (body: Body) => void;
  readonly returns: Response;
}

/** Body type of an endpoint without a body. */
export type NoBody = undefined;

/** The bytes of a file; in browsers a Blob. */
export interface Bytes {
  readonly size: number;
  readonly type: string;
}

/** A body or response without fields. */
export type Empty = Readonly<Record<never, never>>;

/**
 * Defines an endpoint in one place for browser requests, route, access test and OpenAPI. Path
 * parameters are written as ":id".
 */
export function defineEndpoint<Body = NoBody, Response = Empty>(
  line: `${OwnPermission} ${Method} /${string}`,
): OwnEndpoint<Body, Response>;
export function defineEndpoint<Body = NoBody, Response = Empty>(
  line: `${OpenPermission} ${Method} /${string}`,
): OpenEndpoint<Body, Response>;
export function defineEndpoint<Body = NoBody, Response = Empty>(
  line: `${StaffPermission} ${Method} /${string}`,
): DeskEndpoint<Body, Response>;
export function defineEndpoint<Body = NoBody, Response = Empty>(
  line: `${ApiPermission} ${Method} /${string}`,
): ApiEndpoint<Body, Response>;
export function defineEndpoint(line: string): Endpoint {
  return line as Endpoint;
}

export type AnyEndpoint = Endpoint<never, unknown>;

export function pathOf(endpoint: AnyEndpoint): string {
  return endpoint.slice(endpoint.indexOf("/"));
}

export function readEndpoint(endpoint: AnyEndpoint): {
  readonly permission: Permission;
  readonly method: Method;
  readonly path: string;
} {
  const [permission, method] = endpoint.split(" ");
  return { permission: permission as Permission, method: method as Method, path: pathOf(endpoint) };
}

/** Replaces ":id" in the endpoint's path. */
export function withId<E extends AnyEndpoint>(endpoint: E, id: string): E {
  return endpoint.replace(":id", () => id) as E;
}

export function withQuery<E extends AnyEndpoint>(endpoint: E, query: { toString(): string }): E {
  return `${endpoint}?${query}` as E;
}

export const deskApiPath = "/api/desk/";

export const portalApiPath = "/api/portal/";

/**
 * Header with the uid of the page's person. The profile and the settings are served with it, and
 * pages send it with each change, because somebody else may have logged in since.
 */
export const personHeader = "x-person";
