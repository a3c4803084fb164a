import { z } from "zod";
import {
  type AnyEndpoint,
  personHeader,
  readEndpoint,
} from "../../../contract/endpoints/define-endpoint.ts";
import { type ErrorCode, errors } from "../../../contract/errors/errors.ts";
import type { Config } from "../config/config.ts";
import { type CookieKind, cookieName } from "../http/cookies.ts";

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema: object }>>;

/** What may stand in an address or a header of a call. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "cookie" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

/** One endpoint, as OpenAPI writes it. */
interface Operation {
  readonly summary: string;
  /** Sign-ins by name, each with no scopes; an empty one stands for "nobody". */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content }>
  >;
}

/** Calls by address, then by method in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Name of the session's cookie among the document's security schemes. */
export const sessionScheme = "session";

/** Where the document holds the shape of every error. */
export const errorSchema = "Error";
const errorContent: Content = {
  "application/json": { schema: { $ref: `#/components/schemas/${errorSchema}` } },
};

/** A type, however it writes "read only" and "may be missing". */
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
 * Writes down a type of the contract. The compiler rejects a schema that says more or less
 * than the type: `schemaOf<Answer>()(z.object({ ... }))`.
 */
export function schemaOf<T>() {
  return <Schema extends z.ZodType>(
    schema: Schema & (IsSame<z.output<Schema>, T> extends true ? unknown : never),
  ): Schema => schema;
}

/** A schema as JSON Schema 2020-12, which is what OpenAPI 3.1 takes. */
export function toSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}

/** A body of JSON that is answered. */
export function json(schema: z.ZodType): Content {
  return { "application/json": { schema: toSchema(schema, "output") } };
}

/** A body of JSON that is sent. */
export function sentJson(schema: z.ZodType): Content {
  return { "application/json": { schema: toSchema(schema, "input") } };
}

/** Bytes of some kind. */
export function bytes(...types: readonly string[]): Content {
  // OpenAPI 3.1: bytes that are not written as text have an empty schema.
  return Object.fromEntries(types.map((type) => [type, { schema: {} }]));
}

/** An answer of which nothing but the status matters. */
const nothing = z.object({});

const empty: Operation["responses"] = {
  204: { description: "Done, for a script." },
  303: { description: "Done; leads back to the page." },
};

/** A text in the address or a header. */
export function textParameter(
  name: string,
  where: Parameter["in"],
  description: string,
  required = where === "path",
): Parameter {
  return { name, in: where, required, description, schema: { type: "string" } };
}

/** A cookie other than the session's, which is no parameter but a sign-in. */
export function cookieParameter(config: Config, kind: CookieKind, description: string): Parameter {
  return textParameter(cookieName(config, kind), "cookie", description);
}

const shownPerson = textParameter(
  personHeader,
  "header",
  "Uid of the person whose page it is; the call is rejected once somebody else is logged in.",
);

/** What there is to say about an endpoint, beside what its definition says. */
interface Details {
  readonly summary: string;
  readonly body?: Content;
  /** Absent: an answer of JSON without anything in it. */
  readonly answer?: Content;
  /** Absent: 200. */
  readonly status?: 201;
  /** In place of an answer: 204 for a script, 303 to a page for a browser's own post. */
  readonly isEmpty?: true;
  /** Beside those of its permission. */
  readonly errors?: readonly ErrorCode[];
  readonly parameters?: readonly Parameter[];
  /** A session changes the answer, though the permission asks for none. */
  readonly readsSession?: true;
}

/** What a permission adds to the description of an endpoint. */
function describePermission(endpoint: AnyEndpoint): {
  readonly errors: readonly ErrorCode[];
  readonly parameters: readonly Parameter[];
  readonly security?: Operation["security"];
} {
  const { permission, method } = readEndpoint(endpoint);
  if (permission === "anybody") return { errors: [], parameters: [] };
  const crossSite: readonly ErrorCode[] = method === "GET" ? [] : ["cross-site"];
  if (permission === "own-site") return { errors: crossSite, parameters: [] };
  const isRecent = permission === "recent-session";
  return {
    errors: ["not-signed-in", ...crossSite, ...(isRecent ? (["confirm-needed"] as const) : [])],
    parameters: [shownPerson],
    security: [{ [sessionScheme]: [] }],
  };
}

/** Describes an endpoint: method, address and permission come from its definition. */
export function describeEndpoint(endpoint: AnyEndpoint, details: Details): Paths {
  const { method, path } = readEndpoint(endpoint);
  const { summary, body, answer = json(nothing), status, isEmpty, readsSession } = details;
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
        : { [status ?? 200]: { description: status ? "Stored." : "Done.", content: answer } }),
      ...describeErrors([...codes, ...(details.errors ?? [])]),
      default: { description: "Any other error.", content: errorContent },
    },
  };
  const address = path.replace(/:(\w+)/g, "{$1}").replace("*", "{path}");
  return { [address]: { [method.toLowerCase()]: operation } };
}

/** Puts descriptions together; methods of one address become one entry. */
export function joinPaths(...parts: readonly Paths[]): Paths {
  const paths: Record<string, Paths[string]> = {};
  for (const [address, methods] of parts.flatMap(Object.entries<Paths[string]>)) {
    paths[address] = { ...paths[address], ...methods };
  }
  return paths;
}

/** Answers of rejected calls; codes of one status share its entry. */
function describeErrors(codes: readonly ErrorCode[]): Operation["responses"] {
  const statuses = Map.groupBy(new Set(codes), (code) => String(errors[code].status));
  const answers = [...statuses].map(([status, group]) => {
    const description = group.map((code) => `${code}: ${errors[code].message}`).join(" ");
    return [status, { description, content: errorContent }];
  });
  return Object.fromEntries(answers);
}
