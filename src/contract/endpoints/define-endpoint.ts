/** Methods of the API. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Endpoints of somebody signed in. A change must come from a page of ours. */
type OwnPermission =
  | "session"
  /** A session whose person reauthenticated within the last minutes. */
  | "recent-session";

type OpenPermission =
  | "anybody"
  /** Anybody, but no page of another site. */
  | "own-site";

/** Who may use an endpoint. */
export type Permission = OwnPermission | OpenPermission;

/**
 * One endpoint: "<permission> <method> <path>", and what travels. A string, because every page
 * carries it: as an object it would cost ten times as many bytes. The types of body and response
 * exist for the compiler only.
 */
export type Endpoint<Body = never, Response = unknown> =
  | OwnEndpoint<Body, Response>
  | OpenEndpoint<Body, Response>;

/** An endpoint that needs a session. */
export type OwnEndpoint<Body = never, Response = unknown> = string & Types<"own", Body, Response>;

/** An endpoint that needs none. */
export type OpenEndpoint<Body = never, Response = unknown> = string & Types<"open", Body, Response>;

interface Types<Kind, Body, Response> {
  readonly kind: Kind;
  readonly takes: (body: Body) => void;
  readonly answers: Response;
}

/** An endpoint that takes no body. */
export type NoBody = undefined;

/** The bytes of a file; in browsers a Blob. */
export interface Bytes {
  readonly size: number;
  readonly type: string;
}

/** A body, or a response, of which nothing but its being there matters. */
export type Empty = Readonly<Record<never, never>>;

/**
 * Defines an endpoint, once for all: browser requests, route, access test and OpenAPI come from
 * it. A parameter of the path stands as ":id".
 */
export function defineEndpoint<Body = NoBody, Response = Empty>(
  line: `${OwnPermission} ${Method} /${string}`,
): OwnEndpoint<Body, Response>;
export function defineEndpoint<Body = NoBody, Response = Empty>(
  line: `${OpenPermission} ${Method} /${string}`,
): OpenEndpoint<Body, Response>;
export function defineEndpoint(line: string): Endpoint {
  return line as Endpoint;
}

/** An endpoint of which only the parts matter. */
export type AnyEndpoint = Endpoint<never, unknown>;

/** The address of an endpoint. */
export function pathOf(endpoint: AnyEndpoint): string {
  return endpoint.slice(endpoint.indexOf("/"));
}

/** The parts of an endpoint. */
export function readEndpoint(endpoint: AnyEndpoint): {
  readonly permission: Permission;
  readonly method: Method;
  readonly path: string;
} {
  const [permission, method] = endpoint.split(" ");
  return { permission: permission as Permission, method: method as Method, path: pathOf(endpoint) };
}

/** An endpoint of one thing: ":id" of its path replaced. */
export function withId<E extends AnyEndpoint>(endpoint: E, id: string): E {
  return endpoint.replace(":id", () => id) as E;
}

/** An endpoint with a query. */
export function withQuery<E extends AnyEndpoint>(endpoint: E, query: { toString(): string }): E {
  return `${endpoint}?${query}` as E;
}

/** Start of the path of every endpoint of the portal. */
export const portalApiPath = "/api/portal/";

/**
 * Header that says whose page it is: the uid. The profile and the settings come with it, and
 * a page sends it along with each change, because somebody else may have logged in since.
 */
export const personHeader = "x-person";
