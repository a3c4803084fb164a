import { z } from "zod";
import {
  type AnyEndpoint,
  type EndpointSpec,
  personHeader,
  readEndpoint,
  specOf,
} from "../../contract/define-endpoint.ts";
import { type ErrorCode, errors } from "../../contract/errors/errors.ts";
import type { Config } from "../config/config.ts";
import { cookieName } from "../http/cookies.ts";

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

/** A schema as JSON Schema 2020-12, as OpenAPI 3.1 requires. */
export function toSchema(schema: z.ZodType, io: "input" | "output"): object {
  // Bytes have an empty schema, as in OpenAPI 3.1.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

export function sentJson(schema: z.ZodType): Content {
  return { "application/json": { schema: toSchema(schema, "input") } };
}

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

const shownPerson = textParameter(
  personHeader,
  "header",
  "Uid of the account whose page it is; the request is rejected if someone else is logged in.",
);

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

/** Describes endpoints from their definitions. @param config determines the names of cookies */
export function describeEndpoints(endpoints: readonly AnyEndpoint[], config: Config): Paths {
  return joinPaths(...endpoints.map((endpoint) => describeEndpoint(endpoint, config)));
}

function describeEndpoint(endpoint: AnyEndpoint, config: Config): Paths {
  const { method, path } = readEndpoint(endpoint);
  const spec = specOf(endpoint);
  const { summary = "", body, query, params = {}, cookies = {}, headers = {}, status } = spec;
  const { errors: codes, parameters: own, security } = describePermission(endpoint);
  const parameters = [
    ...Object.entries(params).map(([name, text]) => textParameter(name, "path", text)),
    ...(query ? describeQuery(query) : []),
    ...Object.entries(headers).map(([name, text]) => textParameter(name, "header", text, true)),
    ...Object.entries(cookies).map(([name, text]) =>
      textParameter(cookieName(config, { name }), "cookie", text),
    ),
    ...own,
  ];
  const operation: Operation = {
    summary,
    ...(security && { security }),
    ...(spec.readsSession && { security: [{ [sessionScheme]: [] }, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: toContent(body, "input") } }),
    responses: {
      ...describeSuccess(status, spec.response ?? z.object({})),
      ...describeErrors([...codes, ...(spec.errors ?? [])]),
      default: { description: "Any other error.", content: errorContent },
    },
  };
  const address = path.replace(/:(\w+)/g, "{$1}").replace("*", "{path}");
  return { [address]: { [method.toLowerCase()]: operation } };
}

function describeSuccess(
  status: EndpointSpec["status"],
  response: z.ZodType,
): Operation["responses"] {
  if (status === "empty") return empty;
  if (status === "page") return page;
  const description = status === 201 ? "Stored." : "Done.";
  return { [status ?? 200]: { description, content: toContent(response, "output") } };
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
