import { z } from "zod";
import {
  type AnyEndpoint,
  personHeader,
  readEndpoint,
  specOf,
} from "../../contract/endpoints/define-endpoint.ts";
import { type ErrorCode, errors } from "../../contract/errors/errors.ts";
import type { Config } from "../config/config.ts";
import { type CookieKind, cookieName } from "../http/cookies.ts";

export type Content = Readonly<Record<string, { readonly schema: object }>>;

/** A parameter in the path, query, a cookie or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "cookie" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

export interface Operation {
  readonly tags?: readonly string[];
  readonly summary: string;
  /** Security schemes by name, without scopes; an empty object means "none". */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
}

/** Operations by path, then by method in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Name of the session's cookie among the document's security schemes. */
export const sessionScheme = "session";

/** Names of the schemes for programs: a token created at the desk, and `INBOUND_MAIL_TOKEN`. */
export const tokenScheme = "apiToken";
export const inboundScheme = "inboundMailToken";

export const errorSchema = "Error";
const errorContent: Content = {
  "application/json": { schema: { $ref: `#/components/schemas/${errorSchema}` } },
};

/** A type with `readonly` and optional modifiers normalized. */
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : { readonly [Key in keyof Required<T>]: Plain<T[Key & keyof T]> };

type IsSame<A, B> = [Plain<A>] extends [Plain<B>]
  ? [Plain<B>] extends [Plain<A>]
    ? true
    : false
  : false;

/**
 * Checks a schema against a type of the contract at compile time: `schemaOf<Response>()(z.object({
 * ... }))`.
 */
export function schemaOf<T>() {
  return <Schema extends z.ZodType>(
    schema: Schema & (IsSame<z.output<Schema>, T> extends true ? unknown : never),
  ): Schema => schema;
}

/** A schema as JSON Schema 2020-12, as OpenAPI 3.1 requires. */
export function toSchema(schema: z.ZodType, io: "input" | "output"): object {
  // Bytes have an empty schema, as in OpenAPI 3.1.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

export function json(schema: z.ZodType): Content {
  return { "application/json": { schema: toSchema(schema, "output") } };
}

export function sentJson(schema: z.ZodType): Content {
  return { "application/json": { schema: toSchema(schema, "input") } };
}

export function bytes(...types: readonly string[]): Content {
  // OpenAPI 3.1: binary bodies have an empty schema.
  return Object.fromEntries(types.map((type) => [type, { schema: {} }]));
}

const emptyObject = z.object({});

const empty: Operation["responses"] = {
  204: { description: "Done, to a script." },
  303: { description: "Done; redirects a native post to the page." },
};

const page: Operation["responses"] = {
  303: { description: "Done; redirects to the page." },
};

export function textParameter(
  name: string,
  where: Parameter["in"],
  description: string,
  required = where === "path",
): Parameter {
  return { name, in: where, required, description, schema: { type: "string" } };
}

/** A cookie other than the session's, which is a security scheme instead. */
export function cookieParameter(config: Config, kind: CookieKind, description: string): Parameter {
  return textParameter(cookieName(config, kind), "cookie", description);
}

const shownPerson = textParameter(
  personHeader,
  "header",
  "Uid of the account whose page it is; the request is rejected if someone else is logged in.",
);

interface Details {
  readonly summary: string;
  readonly body?: Content;
  /** Default: an empty JSON object. */
  readonly response?: Content;
  /** Default: 200. */
  readonly status?: 201;
  /** No content: 204 for a script, 303 to a page for a native post. */
  readonly isEmpty?: true;
  /** A page: 303 to it on success, otherwise the page with its errors. */
  readonly isPage?: true;
  readonly errors?: readonly ErrorCode[];
  readonly parameters?: readonly Parameter[];
  /** A session changes the response, although none is required. */
  readonly readsSession?: true;
}

/** The parts of a description that follow from the permission. */
function describePermission(endpoint: AnyEndpoint): {
  readonly errors: readonly ErrorCode[];
  readonly parameters: readonly Parameter[];
  readonly security?: Operation["security"];
} {
  const { permission, method } = readEndpoint(endpoint);
  if (permission === "anybody") return { errors: [], parameters: [] };
  if (permission === "desk-token") {
    return { errors: ["wrong-token"], parameters: [], security: [{ [inboundScheme]: [] }] };
  }
  if (permission.startsWith("api-token:")) {
    const errors = ["wrong-token", "wrong-scope", "too-many"] as const;
    return { errors, parameters: [], security: [{ [tokenScheme]: [] }] };
  }
  const crossSite: readonly ErrorCode[] = method === "GET" ? [] : ["cross-site"];
  if (permission === "own-site") return { errors: crossSite, parameters: [] };
  const isRecent = permission === "recent-session";
  return {
    errors: ["not-signed-in", ...crossSite, ...(isRecent ? (["confirm-needed"] as const) : [])],
    parameters: [shownPerson],
    security: [{ [sessionScheme]: [] }],
  };
}

/** Describes an endpoint; method, path and permission come from its definition. */
export function describeEndpoint(endpoint: AnyEndpoint, details: Details): Paths {
  const { method, path } = readEndpoint(endpoint);
  const { summary, body, response = json(emptyObject), status, isEmpty, isPage } = details;
  const { readsSession } = details;
  const { errors: codes, parameters: own, security } = describePermission(endpoint);
  const parameters = [...(details.parameters ?? []), ...own];
  const operation: Operation = {
    summary,
    ...(security && { security }),
    ...(readsSession && { security: [{ [sessionScheme]: [] }, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...(isEmpty
        ? empty
        : isPage
          ? page
          : { [status ?? 200]: { description: status ? "Stored." : "Done.", content: response } }),
      ...describeErrors([...codes, ...(details.errors ?? [])]),
      default: { description: "Any other error.", content: errorContent },
    },
  };
  const address = path.replace(/:(\w+)/g, "{$1}").replace("*", "{path}");
  return { [address]: { [method.toLowerCase()]: operation } };
}

/** Describes endpoints from their definitions. @param config determines the names of cookies */
export function describeEndpoints(
  endpoints: Readonly<Record<string, AnyEndpoint>>,
  config: Config,
): Paths {
  return joinPaths(
    ...Object.values(endpoints).map((endpoint) => describeDefinition(endpoint, config)),
  );
}

function describeDefinition(endpoint: AnyEndpoint, config: Config): Paths {
  const spec = specOf(endpoint);
  const { summary = "", body, query, response, params, cookies = {}, headers = {}, status } = spec;
  const parameters = [
    ...Object.entries(params ?? {}).map(([name, text]) => textParameter(name, "path", text)),
    ...(query ? describeQuery(query) : []),
    ...Object.entries(headers).map(([name, text]) => textParameter(name, "header", text, true)),
    ...Object.entries(cookies).map(([name, text]) =>
      textParameter(cookieName(config, { name, lifetimeMs: 0 }), "cookie", text),
    ),
  ];
  return describeEndpoint(endpoint, {
    summary,
    parameters,
    ...(body && { body: toContent(body, "input") }),
    ...(response && { response: toContent(response, "output") }),
    ...(status === 201 && { status }),
    ...(status === "empty" && { isEmpty: true }),
    ...(status === "page" && { isPage: true }),
    ...(spec.errors && { errors: spec.errors }),
    ...(spec.readsSession && { readsSession: true }),
  });
}

function describeQuery(query: z.ZodType): readonly Parameter[] {
  const { properties = {} } = toSchema(query, "input") as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  };
  return Object.entries(properties).map(([name, { description }]) =>
    textParameter(name, "query", description ?? name),
  );
}

/** A schema by the media types of its description; JSON without any. */
function toContent(schema: z.ZodType, io: "input" | "output"): Content {
  const { types, ...described } = toSchema(schema, io) as { readonly types?: readonly string[] };
  return Object.fromEntries(
    (types ?? ["application/json"]).map((type) => [type, { schema: described }]),
  );
}

/** Merges descriptions; methods of one path become one entry. */
export function joinPaths(...parts: readonly Paths[]): Paths {
  const paths: Record<string, Paths[string]> = {};
  for (const [address, methods] of parts.flatMap(Object.entries<Paths[string]>)) {
    paths[address] = { ...paths[address], ...methods };
  }
  return paths;
}

/** Describes error responses; codes with the same status share an entry. */
function describeErrors(codes: readonly ErrorCode[]): Operation["responses"] {
  const statuses = Map.groupBy(new Set(codes), (code) => String(errors[code].status));
  const entries = [...statuses].map(([status, group]) => {
    const description = group.map((code) => `${code}: ${errors[code].message}`).join(" ");
    return [status, { description, content: errorContent }];
  });
  return Object.fromEntries(entries);
}
