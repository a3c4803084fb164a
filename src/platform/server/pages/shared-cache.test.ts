import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { listRoutes } from "../../../../tests/support/list-routes.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { pageAddresses, unknownAddress } from "../../../../tests/support/site-pages.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { articlePath, articleSlugs } from "../../../features/help/contract/articles.ts";
import { deskPaths } from "../../contract/desk/paths.ts";
import { paths } from "../../contract/paths.ts";

const settings = { CDN_CACHE_SECONDS: "60" };
const kept = "max-age=0, s-maxage=60";
/**
 * In the sitemap, but not the same for everybody: the server records the visit and may redirect to a
 * stored application, or says what the browser asks for (Global Privacy Control).
 */
const answeredAlone: readonly string[] = [
  paths.careGetStarted,
  paths.proGetStarted,
  paths.yourPrivacy,
];
const cookies = [
  "reading=t150",
  "reading=",
  "session=abc",
  "__Host-session=abc",
  "sent-form=abc",
  "login-code=abc",
  "apply=abc",
  "applied=abc",
  "desk-session=abc",
  "a=b",
];

function cacheControl({ app }: TestApp, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers }).then((response) => response.headers["cache-control"]);
}

/** Pages of the sitemap that are the same for everybody. */
async function publicPages({ app }: TestApp): Promise<string[]> {
  const { body } = await app.inject("/sitemap.xml");
  const found = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, url = ""]) => new URL(url).pathname,
  );
  return found.filter((address) => !answeredAlone.includes(address));
}

describeOnSqlite("shared caches", (_open, createDatabase) => {
  test("may store only the public pages, for the configured time", async () => {
    const server = await openTestApp(createDatabase, settings);
    const expected = await publicPages(server);
    expect(expected).toContain(paths.home);
    const routes = await listRoutes(server.app);
    const addresses = new Set([
      ...pageAddresses,
      ...articleSlugs.map(articlePath),
      unknownAddress,
      `${paths.contact}/`,
      deskPaths.start,
      "/robots.txt",
      "/sitemap.xml",
      ...routes.filter(({ method }) => method === "GET").map(({ url }) => url),
    ]);
    const found: string[] = [];
    for (const url of addresses) {
      const value = await cacheControl(server, url);
      if (value?.includes("s-maxage") || value?.includes("public")) found.push(url);
      if (expected.includes(url)) expect(value).toBe(kept);
    }
    expect(found.sort()).toEqual(expected.sort());
  });

  test("store no page that was requested with a cookie or a query", async () => {
    const server = await openTestApp(createDatabase, settings);
    for (const page of await publicPages(server)) {
      for (const cookie of cookies) {
        const value = await cacheControl(server, page, { cookie });
        expect(value, `${page} with ${cookie}`).not.toContain("s-maxage");
      }
      for (const query of ["sent=XYZ", "details=A%20ride", "utm_source=x"]) {
        const value = await cacheControl(server, `${page}?${query}`);
        expect(value, `${page}?${query}`).not.toContain("s-maxage");
      }
    }
  });

  test("never store personal data, even if they ignore Vary", async () => {
    const server = await openTestApp(createDatabase, settings);
    const visitors = await Promise.all(
      ["ada@example.com", "bob@example.com"].map((email) => signUp(server.app, { email })),
    );
    const stored = new Map<string, string>();
    const pages = await publicPages(server);
    let prefilled = 0;
    for (const page of pages) {
      const wishes = [
        { cookie: "reading=t150" },
        ...visitors.map(({ cookie }) => ({ cookie })),
        {},
      ];
      for (const headers of wishes) {
        const response = await server.app.inject({ url: page, headers });
        if (response.body.includes("ada@example.com")) prefilled += 1;
        const isKept = response.headers["cache-control"]?.includes("s-maxage");
        if (isKept && !stored.has(page)) stored.set(page, response.body);
      }
    }
    expect(prefilled).toBeGreaterThan(0);
    expect([...stored.keys()].sort()).toEqual(pages.sort());
    const personal = [...stored.values()].filter((body) => /ada@|bob@|<html class=/.test(body));
    expect(personal).toEqual([]);
  });

  test("store nothing by default; a 304 has the same Cache-Control as the page", async () => {
    const server = await openTestApp(createDatabase);
    expect(await cacheControl(server, paths.home)).toBe("no-cache");
    const { app } = await openTestApp(createDatabase, settings);
    const { headers } = await app.inject(paths.home);
    const again = await app.inject({
      url: paths.home,
      headers: { "if-none-match": String(headers.etag) },
    });
    expect([again.statusCode, again.headers["cache-control"]]).toEqual([304, kept]);
    expect(again.headers.vary).toBe("accept-encoding, cookie");
  });
});
