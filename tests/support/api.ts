import type { InjectOptions } from "fastify";
import type { NamedScope } from "../../src/features/integrations/contract/api-tokens.ts";
import { toScopes } from "../../src/features/integrations/contract/api-tokens.ts";
import { makeApiToken } from "../../src/features/integrations/server/manage-tokens.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import type { TestApp } from "./test-app.ts";

type Headers = Readonly<Record<string, string>>;

interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Parsed JSON; of NDJSON a list. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A program with a token of these scopes. */
export function openProgram(site: TestApp, ...scopes: readonly NamedScope[]) {
  return openWith(site, scopes, false);
}

/** The same with a test token. */
export function openTestProgram(site: TestApp, ...scopes: readonly NamedScope[]) {
  return openWith(site, scopes, true);
}

async function openWith(site: TestApp, scopes: readonly NamedScope[], isTest: boolean) {
  const settings = { name: "App", scopes: toScopes(scopes), days: 30, allowIp: [], isTest };
  const { token } = await site.database.write((trx) =>
    makeApiToken(trx, commandLine, settings, site.clock.now),
  );
  return programWith(site, token);
}

/** Calls /api/v1: `call("PUT /requests/a", body, headers)`. */
export function programWith({ app }: Pick<TestApp, "app">, token: string) {
  const call = async (
    line: string,
    body?: unknown,
    headers: Headers = {},
  ): Promise<ApiResponse> => {
    const [method = "GET", path = ""] = line.split(" ");
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": type }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    });
    const isJson = /json/.test(String(response.headers["content-type"])) && response.body !== "";
    const isLines = /ndjson/.test(String(response.headers["content-type"])) && response.body !== "";
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isLines
        ? response.body
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : isJson
          ? response.json()
          : undefined,
    };
  };
  return { token, call };
}
