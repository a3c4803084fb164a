import type { z } from "zod";
import type { DeskPermission } from "./desk/roles.ts";
import type { ErrorCode } from "./errors/errors.ts";

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

/** What a token of the settings may do; "write" includes "read". */
export type ApiScope =
  | `${"cases" | "customers" | "newsletter" | "providers" | "requests"}:${"read" | "write"}`
  | "events:read"
  | "applications"
  | "deletion";

/** A program with a token of that scope; sessions are not accepted. */
type ApiPermission = `api-token:${ApiScope}`;

export type Permission = OwnPermission | OpenPermission | StaffPermission | ApiPermission;

/**
 * What an endpoint accepts and returns. Registration validates the body and the query, the types of
 * handler and request follow, and endpoints with a summary are in the API description. The build
 * removes it from browser code (`scripts/build/endpoint-lines.ts`).
 */
export interface EndpointSpec {
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Default: an object without fields. Not validated; the tests compare it with the responses. */
  readonly response?: z.ZodType;
  /** What it does, for programs that call it; desk endpoints have none. */
  readonly summary?: string;
  /** Descriptions of the path's parameters, by name; their values are texts. */
  readonly params?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly optionalHeaders?: Readonly<Record<string, string>>;
  /** Of a successful response. Default: 200; "empty": 204 to a script, 303 to a native post. */
  readonly status?: 201 | 204 | "empty" | "page";
  /** It also responds 201, if it created something. */
  readonly creates?: true;
  /** Error codes in addition to those of its permission. */
  readonly errors?: readonly ErrorCode[];
  /** A session changes the response, although none is required. */
  readonly readsSession?: true;
}

/** A type whose values are not changed, however deep. */
type Frozen<T> = unknown extends T ? T : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** What a schema accepts, or returns. */
export type Accepted<Schema extends z.ZodType> = Frozen<z.input<Schema>>;
export type Returned<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

type SchemaOf<Spec, Part extends keyof EndpointSpec> = Spec extends {
  readonly [Key in Part]: infer Schema extends z.ZodType;
}
  ? Schema
  : z.ZodUndefined;

/** What a handler gets: the parts of a request, as their schemas return them. */
interface InputOfSpec<Spec> {
  readonly body: Returned<SchemaOf<Spec, "body">>;
  readonly query: Returned<SchemaOf<Spec, "query">>;
}

type EndpointOfSpec<Kind, Spec> = string &
  Types<
    Kind,
    Accepted<SchemaOf<Spec, "body">>,
    Spec extends { readonly response: z.ZodType } ? Returned<Spec["response"]> : Empty,
    InputOfSpec<Spec>
  >;

/**
 * One endpoint: "<permission> <method> <path>", with the types of its body, response and handler's
 * input. A string, since every page contains it: an object would take ten times as many bytes.
 */
export type Endpoint<Body = never, Response = unknown> =
  | OwnEndpoint<Body, Response>
  | OpenEndpoint<Body, Response>
  | DeskEndpoint<Body, Response>
  | ApiEndpoint<Body, Response>;

/** An endpoint that requires a session. */
export type OwnEndpoint<Body = never, Response = unknown, Input = unknown> = string &
  Types<"own", Body, Response, Input>;

/** An endpoint that requires no session. */
export type OpenEndpoint<Body = never, Response = unknown, Input = unknown> = string &
  Types<"open", Body, Response, Input>;

/** An endpoint of the staff desk. */
export type DeskEndpoint<Body = never, Response = unknown, Input = unknown> = string &
  Types<"desk", Body, Response, Input>;

/** An endpoint for programs with a token of the settings. */
export type ApiEndpoint<Body = never, Response = unknown, Input = unknown> = string &
  Types<"api", Body, Response, Input>;

interface Types<Kind, Body, Response, Input> {
  readonly kind: Kind;
  readonly accepts: (body: Body) => void;
  readonly returns: Response;
  readonly input: Input;
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

/** What each endpoint accepts and returns, by its line; empty in browsers. */
const specs = new Map<string, EndpointSpec>();

/**
 * Defines an endpoint: its line, and what it accepts and returns. Path parameters are written as
 * ":id".
 */
export function defineEndpoint<const Spec extends EndpointSpec = Empty>(
  line: `${OwnPermission} ${Method} /${string}`,
  spec?: Spec,
): EndpointOfSpec<"own", Spec>;
export function defineEndpoint<const Spec extends EndpointSpec = Empty>(
  line: `${OpenPermission} ${Method} /${string}`,
  spec?: Spec,
): EndpointOfSpec<"open", Spec>;
export function defineEndpoint<const Spec extends EndpointSpec = Empty>(
  line: `${StaffPermission} ${Method} /${string}`,
  spec?: Spec,
): EndpointOfSpec<"desk", Spec>;
export function defineEndpoint<const Spec extends EndpointSpec = Empty>(
  line: `${ApiPermission} ${Method} /${string}`,
  spec?: Spec,
): EndpointOfSpec<"api", Spec>;
export function defineEndpoint(line: string, spec?: EndpointSpec): unknown {
  if (spec) specs.set(line, spec);
  return line;
}

/** What an endpoint accepts and returns. On the server only. */
export function specOf(endpoint: AnyEndpoint): EndpointSpec {
  return specs.get(endpoint) ?? {};
}

/** What the handler of an endpoint gets: the validated body and query. */
export type InputOf<E> = E extends { readonly input: infer Input } ? Input : never;

/** An endpoint with any body and response. */
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
