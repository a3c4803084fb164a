import { readdirSync } from "node:fs";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { authQuery } from "../../src/features/customers/contract/auth.ts";
import { picturesPath } from "../../src/features/customers/contract/profile.ts";
import { deskApiPath } from "../../src/platform/contract/define-endpoint.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { identityPath, paths } from "../../src/platform/contract/paths.ts";
import { listTables } from "../../src/platform/server/db/list-tables.ts";
import { isForPrograms } from "../../src/platform/server/http/errors/problem.ts";
import { apiPaths } from "../support/api-paths.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { linkIn } from "../support/emails.ts";
import { listGuarded } from "../support/guarded-routes.ts";
import { listRoutes, type Route } from "../support/list-routes.ts";
import { createPersonWithData, passkeySite } from "../support/person-with-data.ts";
import { pageAddresses, unknownAddress } from "../support/site-pages.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const settings = { PUBLIC_URL: passkeySite, RATE_LIMITS: "off" };
const form = "application/x-www-form-urlencoded";

const files = [
  "/favicon.svg",
  "/robots.txt",
  "/sitemap.xml",
  "/og/home.png",
  ...[".js", ".svg", ".woff2"]
    .flatMap((ending) => readdirSync("dist/web/assets").find((name) => name.endsWith(ending)) ?? [])
    .map((name) => `/assets/${name}`),
];
const hidden = [
  "/.git/config",
  "/.env",
  "/package.json",
  "/src/app/server/start.ts",
  "/assets",
  "/assets/",
  "/og/",
  "/data/data.sqlite",
];

function requestTo({ method, url: pattern }: Route, headers: Record<string, string> = {}) {
  const url = pattern.replace("*", "x").replace(":id", "x");
  if (method === "GET") return { url, headers } satisfies InjectOptions;
  const type = url.startsWith("/api/") ? "application/json" : form;
  const payload = type === form ? "name=x" : "{}";
  return { method, url, headers: { "content-type": type, ...headers }, payload } as const;
}

const crossSite = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
];
/** Entered in the address bar, or opened from another program. */
const addressBar = { "sec-fetch-site": "none" };

/** Returns the missing or wrong headers of a response. */
function findErrors({ headers, body, statusCode }: LightMyRequestResponse): string[] {
  const policy = String(headers["content-security-policy"]);
  const type = String(headers["content-type"]);
  const isText = /^(text\/|application\/(json|xml|javascript|manifest))/.test(type);
  const errors: readonly [string, boolean][] = [
    ["nosniff", headers["x-content-type-options"] !== "nosniff"],
    ["frame-ancestors", !policy.includes("frame-ancestors 'none'")],
    ["default-src", !policy.includes("default-src 'none'")],
    ["hsts", headers["strict-transport-security"] !== "max-age=31536000; includeSubDomains"],
    ["cors", Object.keys(headers).some((name) => name.startsWith("access-control-"))],
    ["type", body !== "" && headers["content-type"] === undefined],
    ["charset", body !== "" && isText && !type.includes("charset=utf-8")],
    ["server error", statusCode >= 500],
  ];
  return errors.filter(([, isError]) => isError).map(([name]) => name);
}

/** All rows except counters of visits and attempts. */
async function readDatabase({ database: { db } }: TestApp) {
  const counts = new Set(["throttles", "apply_visitors", "funnel_events"]);
  const tables = (await listTables(db)).map(({ name }) => name);
  const kept = tables.filter((table) => !counts.has(table));
  const rows = await Promise.all(kept.map((table) => db.selectFrom(table).selectAll().execute()));
  return Object.fromEntries(kept.map((table, index) => [table, rows[index]]));
}

describeOnSqlite("every route", (_open, createDatabase) => {
  test("sends security headers, a content type with charset, and no CORS header", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    const routes = await listRoutes(app);
    const addresses = [...pageAddresses, unknownAddress, "/api/nothing", ...files, ...hidden];
    const requests = [
      ...routes.map((route) => requestTo(route, { origin: "https://evil.example" })),
      ...routes.map((route) => requestTo(route)),
      ...addresses.map((url) => ({ url, headers: { origin: "https://evil.example" } })),
    ];
    expect(requests.length).toBeGreaterThan(200);
    for (const request of requests) {
      expect([request.url, findErrors(await app.inject(request))]).toEqual([request.url, []]);
    }
  });

  test("that is a page has exactly the intended Content-Security-Policy", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    const policyOf = async (url: string) =>
      String((await app.inject(url)).headers["content-security-policy"])
        .replace(/'sha256-[\w+/]{43}='/, "HASH")
        .split(";");
    for (const url of [...pageAddresses, unknownAddress]) {
      expect([url, ...(await policyOf(url))]).toEqual([
        url,
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' HASH",
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "upgrade-insecure-requests",
      ]);
    }
  });

  test("that changes something rejects cross-site requests", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const ruth = await createPersonWithData(testApp, "ruth");
    const before = await readDatabase(testApp);
    const changing = (await listRoutes(testApp.app)).filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(60);
    const others = new Set<string>([
      // Its links are signed, and email clients post them cross-site (RFC 8058).
      paths.unsubscribe,
      // Responds 404 for an unknown form.
      submissionPath("*"),
      // Apps post codes and tokens, which no page of another site has; without an app it is 404.
      `${identityPath}/*`,
      `${identityPath}/session/end`,
    ]);
    const guarded = await listGuarded(testApp.app);
    // Programs send a token in a header, which no page of another site can.
    const isForPages = ({ url }: { readonly url: string }) =>
      !others.has(url) && !isForPrograms({ url });
    for (const route of changing.filter(isForPages)) {
      const { method, url } = route;
      const isGuarded = guarded.some((one) => one.method === method && one.url === url);
      for (const headers of [
        ...crossSite,
        ...(isGuarded || url.startsWith(deskApiPath) ? [addressBar] : []),
        ...(isGuarded ? [{ origin: "null" }, {}] : []),
      ]) {
        const request = requestTo(route, { ...headers, cookie: ruth.cookie } as never);
        const { statusCode } = await testApp.app.inject(request);
        expect([method, url, headers, statusCode]).toEqual([method, url, headers, 403]);
      }
    }
    expect(await readDatabase(testApp)).toEqual(before);
  });

  test("changes nothing on GET, even with an emailed link", async () => {
    const testApp = await openTestApp(createDatabase, settings);
    const { app, database } = testApp;
    const ruth = await createPersonWithData(testApp, "ruth");
    await app.inject({
      method: "POST",
      url: apiPaths.forgotPassword,
      payload: { email: ruth.email },
    });
    const kinds = ["reset-password", "verify-email"];
    const tokens = await Promise.all(
      kinds.map(async (kind) => (await linkIn(database, kind)).token),
    );
    const before = await readDatabase(testApp);
    const routes = (await listRoutes(app)).filter(({ method }) => method === "GET");
    const addresses = [...routes.map(({ url }) => url), ...pageAddresses]
      .filter((url) => url !== "/*")
      .map((url) => url.replace(":id", ruth.requestId));
    for (const address of addresses) {
      const url = address.replace(`${picturesPath}/*`, `${picturesPath}/x`).replace("*", "x");
      for (const token of tokens) {
        const query = new URLSearchParams({ [authQuery.token]: token });
        await app.inject({ url: `${url}?${query}`, headers: { cookie: ruth.cookie } });
      }
    }
    expect(await readDatabase(testApp)).toEqual(before);
  });

  test("serves only files of the site, and lists no folder", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    for (const url of hidden) {
      const { statusCode } = await app.inject(url);
      expect([url, statusCode]).toEqual([url, 404]);
    }
    for (const url of ["/", "/livez", apiPaths.profile]) {
      const { statusCode, body } = await app.inject({ method: "TRACE" as never, url });
      expect([url, statusCode]).toEqual([url, 405]);
      expect(body).not.toContain(passkeySite);
    }
  });
});
