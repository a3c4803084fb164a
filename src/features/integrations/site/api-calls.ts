/** The subset of the OpenAPI document that the page reads. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: ApiSchema }>>;
  };
}

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
}

interface ApiSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ApiSchema[];
  readonly items?: ApiSchema;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
}

/** An operation for programs that sends text. */
export interface ApiOperation {
  /** "PUT /api/v1/requests/{id}" */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly ApiParameter[];
  /** Media type of the body; undefined without one. */
  readonly type: string | undefined;
  /** An example of the body. */
  readonly body: string;
}

/** Those of /api/v1 whose bodies are text, in the order of the document. */
export function listOperations({ paths }: ApiDocument): readonly ApiOperation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/v1/"))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([lower, { summary, parameters = [], requestBody }]) => {
        const method = lower.toUpperCase();
        const [type] = Object.keys(requestBody?.content ?? {});
        const schema = type === undefined ? undefined : requestBody?.content[type]?.schema;
        const body = schema?.properties ? JSON.stringify(exampleOf(schema, ""), null, 2) : "";
        return { name: `${method} ${path}`, method, path, summary, parameters, type, body };
      }),
    )
    .filter(({ type }) => !type?.startsWith("image/"));
}

const examples: Readonly<Record<string, string>> = {
  email: "ada@example.com",
  at: "2026-11-01T09:00:00Z",
  assignedToUid: "tom",
  state: "CO",
  zip: "80302",
};

function exampleOf(schema: ApiSchema, name: string): unknown {
  const [first] = schema.anyOf ?? [];
  if (schema.anyOf)
    return schema.anyOf.some(({ type }) => type === "null") ? null : exampleOf(first ?? {}, name);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return exampleObject(schema);
    case "array":
      return ["802"];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 1;
    default:
      return examples[name] ?? (name === "id" ? "a-1" : `The ${name}`);
  }
}

/** The required fields; the first where none is required. */
function exampleObject({ properties = {}, required = [] }: ApiSchema): object {
  const entries = Object.entries(properties);
  const needed = entries.filter(([name]) => required.includes(name));
  const named = entries.filter(([name]) => name === "email");
  const shown = needed.length > 0 ? needed : named.length > 0 ? named : entries.slice(0, 1);
  return Object.fromEntries(shown.map(([name, value]) => [name, exampleOf(value, name)]));
}

/** The address of a call. @param values of its parameters, by name; "" for none */
export function addressOf(
  { path, parameters }: ApiOperation,
  values: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: where }) =>
      where === "query" && values[name] ? [[name, values[name]]] : [],
    ),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  return query === "" ? filled : `${filled}?${query}`;
}
