import { describe, expect, test } from "vitest";
import { z } from "zod";
import { apiPaths, recruitingPaths } from "../../../../tests/support/api-paths.ts";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { listRoutes } from "../../../../tests/support/list-routes.ts";
import { newAccount, signUpConfirmed } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { picturesPath } from "../../../features/customers/contract/profile.ts";
import { inboundMailEndpoints } from "../../../features/messages/contract/inbound-mail.ts";
import { trackNames } from "../../../features/recruiting/contract/recruiting-endpoints.ts";
import { deskApiPath, pathOf } from "../../../platform/contract/define-endpoint.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { isForPrograms } from "../../../platform/server/http/errors/problem.ts";
import { toAddress } from "../../../platform/server/openapi/operations.ts";
import { readFullConfig } from "../read-config.ts";
import { describeApi } from "./document.ts";

const allSettings = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "1".repeat(32),
  TWILIO_FROM: "+13035550142",
};

const inboundMailPath = pathOf(inboundMailEndpoints.receive);

/** Paths below /api without an endpoint: they reject every request. */
const withoutEndpoint: ReadonlySet<string> = new Set([submissionPath("*")]);

async function readDocument({ app }: TestApp) {
  const response = await app.inject("/api/openapi.json");
  return response.json();
}

const openApp = readFullConfig({});
const document = JSON.parse(JSON.stringify(describeApi(openApp)));

const reference = z.strictObject({ $ref: z.string() });
const media = z.record(
  z.string().regex(/^[\w*]+\/[\w.*+-]+$/),
  z.strictObject({ schema: z.unknown() }),
);
const nonEmptyText = z.string().min(1);
const operation = z.strictObject({
  tags: z.tuple([nonEmptyText]),
  summary: nonEmptyText,
  security: z.array(z.record(z.string(), z.tuple([]))).optional(),
  parameters: z
    .array(
      z.strictObject({
        name: nonEmptyText,
        in: z.enum(["path", "query", "header", "cookie"]),
        required: z.boolean(),
        description: nonEmptyText,
        schema: z.unknown(),
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content: media }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5](?:\d\d|XX)$|^default$/),
    z.strictObject({ description: nonEmptyText, content: media.optional() }),
  ),
});
/** The objects of OpenAPI 3.1.0 that this document uses, without unknown keys. */
const structure = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: nonEmptyText, version: nonEmptyText }),
  tags: z.array(z.strictObject({ name: nonEmptyText })).min(1),
  paths: z.record(
    z.string().startsWith("/"),
    z.partialRecord(z.enum(["get", "put", "post", "delete", "patch"]), operation),
  ),
  webhooks: z.record(z.string(), z.strictObject({ post: operation })),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), z.unknown()),
    securitySchemes: z.record(
      z.string().regex(/^[\w.-]+$/),
      z.discriminatedUnion("type", [
        z.strictObject({
          type: z.literal("apiKey"),
          in: z.literal("cookie"),
          name: nonEmptyText,
          description: nonEmptyText,
        }),
        z.strictObject({
          type: z.literal("http"),
          scheme: z.literal("bearer"),
          description: nonEmptyText,
        }),
      ]),
    ),
  }),
});

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

interface Named {
  readonly name: string;
  readonly path: string;
  readonly operation: z.infer<typeof structure>["paths"][string]["get"] & object;
}

const operations: readonly Named[] = Object.entries(structure.parse(document).paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation ? [{ name: `${method.toUpperCase()} ${path}`, path, operation }] : [],
    ),
);

/** Every object within a value, itself included. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split("/")
    .reduce((at: unknown, key) => (at as Record<string, unknown> | undefined)?.[key], document);
}

describe("the document", () => {
  test("has the structure of OpenAPI 3.1, and every reference resolves", () => {
    expect(structure.safeParse(document).error).toBeUndefined();
    const pointers = [...objectsIn(document)].flatMap(({ $ref }) =>
      typeof $ref === "string" ? [$ref] : [],
    );
    expect(pointers.length).toBeGreaterThan(50);
    for (const pointer of pointers) expect(resolve(pointer), pointer).toBeTypeOf("object");
  });

  test.each(operations)("$name is consistent", ({ path, operation }) => {
    const { parameters = [], security = [], responses, requestBody } = operation;
    const inPath = parameters.filter((one) => one.in === "path");
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(inPath.map((one) => one.name)).toEqual(named);
    expect(inPath.every((one) => one.required)).toBe(true);
    expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
    for (const name of security.flatMap((one) => Object.keys(one))) {
      expect(document.components.securitySchemes).toHaveProperty(name);
    }
    const statuses = Object.keys(responses);
    // A page's form post responds with a redirect.
    const redirects = path.startsWith("/messages/") || path === "/api/docs/openapi.json";
    const success = redirects ? /^303$/ : /^2/;
    const successes = statuses.filter((status) => success.test(status));
    // What stores something new or in place of another has two.
    expect(successes.join()).toMatch(/^(?:\d{3}|200,201)$/);
    // Every error has the same schema.
    const [type, name] = isForPrograms({ url: path })
      ? ["application/problem+json", "Problem"]
      : ["application/json", "Error"];
    for (const status of statuses.filter((one) => !/^[23]/.test(one))) {
      const schema = responses[status]?.content?.[type]?.schema;
      expect(reference.parse(schema).$ref).toBe(`#/components/schemas/${name}`);
    }
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    );
    for (const { schema } of contents) {
      if (!reference.safeParse(schema).success) z.fromJSONSchema(schema as JsonSchema);
    }
  });

  test("has the session cookie's name as browsers get it", () => {
    const secure = describeApi(readFullConfig({ PUBLIC_URL: "https://www.home.example" }));
    expect(document.components.securitySchemes.session.name).toBe("session");
    expect(secure.components.securitySchemes.session).toMatchObject({ name: "__Host-session" });
  });
});

/** How an endpoint of each scheme responds to an unauthenticated request. */
const rejections: Readonly<Record<string, string>> = {
  session: "not-signed-in",
  apiToken: "wrong-token",
  inboundMailToken: "wrong-token",
};

describeOnSqlite("the document and the server", (_open, createDatabase) => {
  test("document and routes have the same endpoints", async () => {
    const testApp = await openTestApp(createDatabase, allSettings);
    const routes = await listRoutes(testApp.app);
    // The desk's endpoints serve its own pages; no other program may call them.
    const served = routes
      .filter(({ url }) => !url.startsWith(deskApiPath) || url === inboundMailPath)
      .filter(({ url }) => url.startsWith("/api/") && !withoutEndpoint.has(url))
      .map(({ method, url }) => `${method} ${toAddress(url)}`);
    const { paths } = await readDocument(testApp);
    const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served.length).toBeGreaterThan(40);
    expect(described.filter((call) => call.includes(" /api/")).sort()).toEqual(served.sort());
    // Paths outside /api are routes too.
    const all = new Set(routes.map(({ method, url }) => `${method} ${toAddress(url)}`));
    expect(described.filter((call) => !all.has(call))).toEqual([]);
  });

  test("document and routes agree on who has to be signed in", async () => {
    const { app } = await openTestApp(createDatabase, allSettings);
    for (const { name, operation } of operations) {
      const [method = "", path = ""] = name.split(" ");
      const [scheme] =
        operation.security?.length === 1 ? Object.keys(operation.security[0] ?? {}) : [];
      const response = await app.inject({
        method: method as "GET",
        url: path.replace(/\{\w+\}/, "any"),
        ...(scheme !== "inboundMailToken" && { headers: { "sec-fetch-site": "same-origin" } }),
      });
      const code = /"code":"(not-signed-in|wrong-token)"/.exec(response.body)?.[1];
      expect([name, code]).toEqual([name, scheme && rejections[scheme]]);
    }
  });

  test("document and routes agree on responses and errors", async () => {
    const testApp = await openTestApp(createDatabase);
    const { paths, components } = await readDocument(testApp);
    const ruth = await signUpConfirmed(testApp);
    const browser = new TestBrowser(testApp.app);
    const answers = [
      ["get", apiPaths.profile, await ruth.request("GET", apiPaths.profile)],
      ["get", apiPaths.settings, await ruth.request("GET", apiPaths.settings)],
      ["get", apiPaths.session, await ruth.request("GET", apiPaths.session)],
      ["get", apiPaths.requests, await ruth.request("GET", apiPaths.requests)],
      ["post", apiPaths.login, await ruth.request("POST", apiPaths.login, pick(newAccount))],
      [
        "post",
        apiPaths.createStripeAccount,
        await ruth.request("POST", apiPaths.createStripeAccount, { uid: ruth.uid }),
      ],
      ["post", apiPaths.authenticator, await ruth.request("POST", apiPaths.authenticator, {})],
      ...(await Promise.all(
        trackNames.map(
          async (track) =>
            ["get", recruitingPaths(track).draft, await browser.draft(track)] as const,
        ),
      )),
    ] as const;
    for (const [method, path, answer] of answers) {
      const response = paths[path][method].responses[answer.statusCode];
      const schema = z.fromJSONSchema(response.content["application/json"].schema);
      expect([path, schema.safeParse(answer.json()).error]).toEqual([path, undefined]);
    }
    const rejection = z.fromJSONSchema(components.schemas.Error);
    const stale = await ruth.request("PATCH", apiPaths.profile, {
      version: 99,
      changes: { city: "X" },
    });
    const rejected = [
      stale,
      await testApp.app.inject(apiPaths.profile),
      await testApp.app.inject(`${picturesPath}/nobody`),
      await browser.postJson(recruitingPaths("care").submit),
    ];
    expect(stale.json().current.version).toBe(1);
    for (const answer of rejected) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(rejection.safeParse(answer.json()).error).toBeUndefined();
    }
  });
});

function pick({ email, password }: typeof newAccount) {
  return { email, password };
}
