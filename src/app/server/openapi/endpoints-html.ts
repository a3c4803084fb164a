import { originPlaceholder } from "../../../platform/contract/built-site.ts";
import { escapeHtml } from "../../../platform/server/escape-html.ts";
import { isForPrograms } from "../../../platform/server/http/errors/problem.ts";
import {
  errorSchema,
  inboundScheme,
  type Operation,
  type Parameter,
  tokenScheme,
} from "../../../platform/server/openapi/operations.ts";
import type { ApiDescription } from "./document.ts";
import { listFields, type Schema } from "./list-fields.ts";
import { type Endpoint, writeCurl } from "./write-curl.ts";

/** The endpoints in groups, with contents, for the page of the API. */
export function writeEndpoints(description: ApiDescription): string {
  const addresses = [...Object.entries(description.paths), ...Object.entries(description.webhooks)];
  const endpoints = addresses.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const groups = description.tags.map(({ name }) => ({
    name,
    id: idOf(name),
    endpoints: endpoints.filter(({ operation }) => operation.tags?.includes(name)),
  }));
  const contents = groups.map(
    ({ id, name }) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`,
  );
  const sections = groups.map(
    (group) =>
      `<section id="${group.id}" aria-labelledby="${group.id}-title"><h2 id="${group.id}-title">${escapeHtml(group.name)}</h2>${(group.endpoints.every(isWebhook) ? writeEvents : writeAll)(group.endpoints)}</section>`,
  );
  const error = description.components.schemas[errorSchema] as Schema;
  return [
    `<nav aria-labelledby="contents"><h2 id="contents">On this page</h2><ul>${contents.join("")}</ul></nav>`,
    `<section aria-labelledby="errors"><h2 id="errors">Body of errors</h2>${writeFields(error)}</section>`,
    ...sections,
  ].join("");
}

function writeAll(endpoints: readonly Endpoint[]): string {
  return endpoints.map(writeEndpoint).join("");
}

/** Events differ in their data only: the rest stands once. */
function writeEvents(events: readonly Endpoint[]): string {
  const [first] = events;
  const content = first?.operation.requestBody?.content;
  if (!content) return "";
  const { parameters = [] } = first.operation;
  const isShared = (path: string) => path !== "type" && !path.startsWith("data");
  return [
    "<p>We send these to the address that an admin set at the desk.</p>",
    `<h3>Headers</h3>${writeParameters(parameters)}`,
    `<h3>Body</h3>${writeBody(content, schemaIn(content), { isShown: isShared })}`,
    `<h3>Responses</h3>${writeResponses(first)}`,
    ...events.map((event) => {
      const { summary, requestBody } = event.operation;
      const body = schemaIn(requestBody?.content) ?? {};
      return `${writeSummary(event, summary)}${writeFields(body, { isShown: (path) => !isShared(path) })}</details>`;
    }),
  ].join("");
}

function writeEndpoint(endpoint: Endpoint): string {
  const { summary, parameters = [], requestBody } = endpoint.operation;
  const body = schemaIn(requestBody?.content);
  const isBrief = !isForPrograms({ url: endpoint.path });
  return [
    writeSummary(endpoint, summary),
    `<p>${describeSecurity(endpoint)}</p>`,
    parameters.length > 0 ? `<h4>Parameters</h4>${writeParameters(parameters)}` : "",
    requestBody ? `<h4>Body</h4>${writeBody(requestBody.content, body, { isBrief })}` : "",
    `<h4>Responses</h4>${writeResponses(endpoint)}`,
    "<h4>Example</h4>",
    `<pre><code>${escapeHtml(writeCurl(endpoint, body, originPlaceholder))}</code></pre>`,
    "</details>",
  ].join("");
}

function writeSummary(endpoint: Endpoint, summary: string): string {
  const address = `${endpoint.method} ${breakable(endpoint.path)}`;
  return `<details id="${endpointId(endpoint)}"><summary><h3>${escapeHtml(summary)}</h3> <code>${address}</code></summary>`;
}

/** Requests that we send to other servers, at a URL that their owners choose. */
function isWebhook({ path }: Endpoint): boolean {
  return !path.startsWith("/");
}

function describeSecurity(endpoint: Endpoint): string {
  const { security } = endpoint.operation;
  if (!security) return "No session needed.";
  const [scheme = ""] = security.flatMap((one) => Object.keys(one));
  if (scheme === tokenScheme) return "Needs a token of the desk’s settings.";
  if (scheme === inboundScheme) return "Needs the token of a server setting.";
  return security.length > 1 ? "Reads the session, if there is one." : "Needs a session.";
}

function writeParameters(parameters: readonly Parameter[]): string {
  const items = parameters.map(({ name, in: where, required, description }) =>
    writeField(name, `${where}, ${required ? "required" : "optional"}`, description),
  );
  return `<dl>${items.join("")}</dl>`;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

function schemaIn(content: Content | undefined): Schema | undefined {
  return content?.["application/json"]?.schema as Schema | undefined;
}

interface FieldOptions {
  readonly isShown?: (path: string) => boolean;
  /** Only the first sentence of a description: forms go on with what they say of mistakes. */
  readonly isBrief?: boolean;
}

/** Forms add some that begin with "_", which only pages need. */
const isForPeople = (path: string) => !path.startsWith("_");

function writeBody(content: Content, schema: Schema | undefined, options?: FieldOptions): string {
  const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`);
  return `<p>${types.join(" or ")}</p>${schema ? writeFields(schema, options) : ""}`;
}

function writeFields(
  schema: Schema,
  { isShown = isForPeople, isBrief = false }: FieldOptions = {},
): string {
  const fields = listFields(schema).filter(({ path }) => isShown(path));
  if (fields.length === 0) return "";
  const items = fields.map(({ path, type, required, description = "" }) => {
    const words = isBrief ? description.replace(/([.?]) .*/s, "$1") : description;
    return writeField(path, `${type}${required ? "" : ", optional"}`, words);
  });
  return `<dl>${items.join("")}</dl>`;
}

function writeField(name: string, type: string, description: string | undefined): string {
  const words = description ? ` ${escapeHtml(description)}` : "";
  return `<dt><code>${breakable(name)}</code></dt><dd><i>${escapeHtml(type)}</i>${words}</dd>`;
}

type Response = [status: string, response: Operation["responses"][string]];

/** Statuses of every call of a program, which the page names once. */
const ofPrograms: ReadonlySet<string> = new Set(["400", "401", "403", "413", "415", "429"]);

/** Those of the endpoint: any may also answer with another error, whose body the page describes. */
function listResponses({ path, operation }: Endpoint): Response[] {
  const isCommon = ([status, { description }]: Response) =>
    status === "default" ||
    (isForPrograms({ url: path }) && ofPrograms.has(status) && !description.includes("picture"));
  return Object.entries(operation.responses).filter((response) => !isCommon(response));
}

function writeResponses(endpoint: Endpoint): string {
  return `<dl>${listResponses(endpoint).map(writeResponse).join("")}</dl>`;
}

function writeResponse([status, response]: Response): string {
  const schema = schemaIn(response.content);
  // Errors all have the same body, which the page describes once.
  const fields = schema && !schema.$ref ? writeFields(schema) : "";
  return `<dt><code>${status}</code></dt><dd>${escapeHtml(codesIn(response.description))}${fields}</dd>`;
}

/** "invalid, conflict" of "invalid: Some answers need… conflict: Someone else…"; other text as it is. */
function codesIn(description: string): string {
  const codes = [...description.matchAll(/(?:^|(?<=[.!?] ))([a-z]+(?:-[a-z]+)*): /g)];
  return codes.length > 0 ? codes.map(([, code]) => code).join(", ") : description;
}

function endpointId({ method, path }: Endpoint): string {
  return idOf(`${method} ${path}`);
}

function idOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", "-");
}

/** Long addresses may wrap after a slash, dot or inside a camel-cased name. */
function breakable(text: string): string {
  return escapeHtml(text).replace(/[/.](?=.)|(?<=[a-z])(?=[A-Z])/g, "$&<wbr>");
}
