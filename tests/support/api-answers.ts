import { Ajv2020 } from "ajv/dist/2020.js";
import type { LightMyRequestResponse } from "fastify";
import type { ApiDescription } from "../../src/app/server/openapi/document.ts";
import type { Operation } from "../../src/platform/server/openapi/operations.ts";
import type { BodySchema } from "./schema-values.ts";

/** An operation of /api/v1 in the document. */
export interface DescribedCall {
  /** "PUT /api/v1/requests/{id}" */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly types: readonly string[];
  /** Of its JSON body; undefined without one. */
  readonly schema: BodySchema | undefined;
}

const json = /^application\/(?:merge-patch\+)?json$/;

export function listCalls({ paths }: ApiDescription): readonly DescribedCall[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/v1/"))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([lower, operation]) => {
        const method = lower.toUpperCase();
        const content = operation.requestBody?.content ?? {};
        const types = Object.keys(content);
        const type = types.find((one) => json.test(one));
        const schema = type === undefined ? undefined : (content[type]?.schema as BodySchema);
        return { name: `${method} ${path}`, method, path, operation, types, schema };
      }),
    );
}

/** Checks responses by the document, and remembers the statuses of each operation. */
export class AnswerChecker {
  readonly #document: ApiDescription;
  readonly #seen = new Map<string, Set<string>>();
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });

  constructor(document: ApiDescription) {
    this.#document = document;
    this.#ajv.addSchema({ ...document, $id: "document" });
  }

  /** What is wrong with a response; "" for nothing. */
  findError({ name, path, method, operation }: DescribedCall, answer: LightMyRequestResponse) {
    const status = String(answer.statusCode);
    this.#seen.set(name, (this.#seen.get(name) ?? new Set()).add(status));
    const { headers } = answer;
    const limits = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
    const missing = limits.filter((limit) => !/^\d+$/.test(String(headers[limit])));
    if (missing.length > 0) return `without ${missing.join()}`;
    if (status === "429" && !/^\d+$/.test(String(headers["retry-after"]))) return "no Retry-After";
    const response = operation.responses[status];
    if (!response) return `status ${status} is not documented: ${answer.body.slice(0, 200)}`;
    if (!response.content) return answer.body === "" ? "" : "a body that is not documented";
    const type = String(headers["content-type"]).split(";")[0] ?? "";
    if (!response.content[type]) return `${type} is not documented`;
    if (!type.endsWith("json")) return "";
    if (type.endsWith("ndjson")) return "";
    const toPart = (text: string) => text.replaceAll("~", "~0").replaceAll("/", "~1");
    const place = ["paths", path, method.toLowerCase(), "responses", status, "content", type];
    const pointer = `document#/${place.map(toPart).map(encodeURIComponent).join("/")}/schema`;
    const isValid = this.#ajv.validate({ $ref: pointer }, answer.json());
    return isValid ? "" : `${this.#ajv.errorsText()}: ${answer.body.slice(0, 300)}`;
  }

  /** Documented statuses that no response had: "PUT /api/v1/requests/{id} 409". */
  listUnseen(): string[] {
    return listCalls(this.#document).flatMap(({ name, operation }) =>
      Object.keys(operation.responses)
        .filter((status) => status !== "default" && !this.#seen.get(name)?.has(status))
        .map((status) => `${name} ${status}`),
    );
  }
}
