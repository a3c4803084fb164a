import {
  inboundScheme,
  type Operation,
  tokenScheme,
} from "../../../platform/server/openapi/operations.ts";
import type { Schema } from "./list-fields.ts";

export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Illustrative values; other texts get their field's name. */
const examples: Readonly<Record<string, string>> = {
  email: "ada@example.com",
  emailAddress: "ada@example.com",
  phone: "3035550100",
  phoneNumber: "3035550100",
  state: "CO",
  zip: "80202",
};

/** A curl command that calls the endpoint at `origin`. */
export function writeCurl(endpoint: Endpoint, body: Schema | undefined, origin: string): string {
  const { method, path, operation } = endpoint;
  const { security, parameters = [], requestBody } = operation;
  const isForPrograms = security?.some(
    (scheme) => tokenScheme in scheme || inboundScheme in scheme,
  );
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name }) => `${name}=...`);
  const address = `${origin}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  const options = [
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(isForPrograms
      ? ['-H "Authorization: Bearer $TOKEN"']
      : [
          ...(security ? ["--cookie session.txt"] : []),
          ...(method === "GET" ? [] : ["-H 'Sec-Fetch-Site: same-origin'"]),
        ]),
    ...(requestBody ? writeBody(Object.keys(requestBody.content), body) : []),
  ];
  return [`curl '${address}'`, ...options].join(" \\\n  ");
}

function writeBody(types: readonly string[], body: Schema | undefined): readonly string[] {
  if (!body) return [`-H 'Content-Type: ${types[0]}'`, "--data-binary @file"];
  // A quote would end the shell's string.
  const json = JSON.stringify(exampleOf(body, ""), null, 2).replaceAll("'", "\u2019");
  return ["-H 'Content-Type: application/json'", `-d '${json}'`];
}

function exampleOf(schema: Schema, name: string): unknown {
  const [alternative] = schema.anyOf ?? [];
  if (alternative) return exampleOf(alternative, name);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [exampleOf(schema.items, name)];
  switch ([schema.type].flat()[0]) {
    case "object":
      return exampleObject(schema);
    case "number":
    case "integer":
      return 5000;
    case "boolean":
      return true;
    default:
      return examples[name] ?? `your ${name}`;
  }
}

/** The required fields; the others where none is required. */
function exampleObject({ properties = {}, required = [] }: Schema): object {
  const entries = Object.entries(properties);
  const needed = entries.filter(([name]) => required.includes(name));
  const shown = needed.length > 0 ? needed : entries.slice(0, 3);
  return Object.fromEntries(shown.map(([name, value]) => [name, exampleOf(value, name)]));
}
