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
import { isForPrograms } from "../http/errors/problem.ts";

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
export const problemSchema = "Problem";
const errorContent: Content = {
  "application/json": { schema: { $ref: `#/components/schemas/${errorSchema}` } },
};
const problemContent: Content = {
  "application/problem+json": { schema: { $ref: `#/components/schemas/${problemSchema}` } },
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

const unchanged: Operation["responses"] = {
  304: { description: "Not changed since the ETag in If-None-Match." },
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

const dryRun = textParameter("dryRun", "query", "With “true” nothing is stored.", false);

const idempotencyKey = textParameter(
  "Idempotency-Key",
  "header",
  "1 to 255 characters: the same key within 24 hours gets the first response again.",
  false,
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
    const replayErrors = ["idempotency-key-reused", "idempotency-key-running"] as const;
    const bodyErrors = ["malformed", "unsupported-type", "too-large"] as const;
    const errors = [
      ...(["wrong-token", "wrong-scope", "wrong-address", "too-many", "invalid"] as const),
      ...(specOf(endpoint).body ? bodyErrors : []),
      ...(method === "POST" ? replayErrors : []),
    ];
    const parameters = [
      ...(method === "GET" ? [] : [dryRun]),
      ...(method === "POST" ? [idempotencyKey] : []),
    ];
    return { errors, parameters, security: [{ [tokenScheme]: [] }] };
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
  const { summary = "", body, query, params = {}, cookies = {}, headers = {} } = spec;
  const { errors: codes, parameters: own, security } = describePermission(endpoint);
  const content = isForPrograms({ url: path }) ? problemContent : errorContent;
  const parameters = [
    ...Object.entries(params).map(([name, text]) => textParameter(name, "path", text)),
    ...(query ? describeQuery(query) : []),
    ...Object.entries(headers).map(([name, text]) => textParameter(name, "header", text, true)),
    ...Object.entries(spec.optionalHeaders ?? {}).map(([name, text]) =>
      textParameter(name, "header", text, false),
    ),
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
      ...describeSuccess(spec),
      ...(method === "GET" && spec.optionalHeaders?.["If-None-Match"] !== undefined && unchanged),
      ...describeErrors([...codes, ...(spec.errors ?? [])], content),
      default: { description: "Any other error.", content },
    },
  };
  const address = toAddress(path);
  return { [address]: { [method.toLowerCase()]: operation } };
}

/** A path of the router as the document has it. */
export function toAddress(path: string): string {
  return path.replace(/(?<=\/):(\w+)/g, "{$1}").replace("*", "{path}");
}

function describeSuccess({ status, creates, response }: EndpointSpec): Operation["responses"] {
  if (status === "empty") return empty;
  if (status === "page") return page;
  if (status === 204) return { 204: { description: "Done." } };
  const content = toContent(response ?? z.object({}), "output");
  return {
    [status ?? 200]: { description: status === 201 ? "Stored." : "Done.", content },
    ...(creates && { 201: { description: "Created.", content } }),
  };
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
  const { types, maxFiles, ...described } = toSchema(schema, io) as {
    readonly types?: readonly string[];
    readonly maxFiles?: number;
    readonly properties?: object;
  };
  const files = { type: "array", maxItems: maxFiles, items: {} };
  const withFiles = { ...described, properties: { ...described.properties, files } };
  return Object.fromEntries(
    (types ?? ["application/json"]).map((type) => [
      type,
      { schema: type === "multipart/form-data" ? withFiles : described },
    ]),
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
function describeErrors(codes: readonly ErrorCode[], content: Content): Operation["responses"] {
  const statuses = Map.groupBy(new Set(codes), (code) => String(errors[code].status));
  const entries = [...statuses].map(([status, group]) => {
    const description = group.map((code) => `${code}: ${errors[code].message}`).join(" ");
    return [status, { description, content }];
  });
  return Object.fromEntries(entries);
}
