import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describeApi } from "../../src/app/server/openapi/document.ts";
import { readFullConfig } from "../../src/app/server/read-config.ts";

export const clientTypes = "clients/typescript/schema.d.ts";

/** The document of the API for programs; all errors have one body, so that of each call stands for all. */
export function describePrograms(): string {
  const { paths, webhooks, components, ...others } = describeApi(readFullConfig({}));
  const own = Object.entries(paths)
    .filter(([address]) => address.startsWith("/api/v1/"))
    .map(([address, methods]) => [address, withoutErrors(methods)]);
  const received = Object.entries(webhooks).map(([name, methods]) => [
    name,
    withoutErrors(methods),
  ]);
  const { Problem } = components.schemas;
  const { apiToken } = components.securitySchemes;
  return JSON.stringify({
    ...others,
    paths: Object.fromEntries(own),
    webhooks: Object.fromEntries(received),
    components: { schemas: { Problem }, securitySchemes: { apiToken } },
  });
}

type Methods = ReturnType<typeof describeApi>["paths"][string];

function withoutErrors(methods: Methods) {
  const entries = Object.entries(methods).map(([method, operation]) => {
    const responses = Object.entries(operation.responses).filter(
      ([status]) => !/^[45]/.test(status),
    );
    return [method, { ...operation, responses: Object.fromEntries(responses) }];
  });
  return Object.fromEntries(entries);
}

const stamp = (types: string) =>
  `// Document ${hash("sha256", describePrograms(), "hex").slice(0, 32)}, types ${hash("sha256", types, "hex").slice(0, 32)}\n`;

/** Adds what `checkClient` compares. */
export function stampTypes(types: string): string {
  return stamp(types) + types;
}

/** Whether the client's types are those of the document. @returns one line for each error */
export function checkClient(root: string): string[] {
  const text = readFileSync(path.join(root, clientTypes), "utf8");
  const types = text.slice(text.indexOf("\n") + 1);
  if (text === stampTypes(types)) return [];
  return [`${clientTypes}: is not what the document describes; run npm run client`];
}
