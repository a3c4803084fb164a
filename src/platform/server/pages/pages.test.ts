import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { paths } from "../../contract/paths.ts";

const pagePaths = Object.values(paths).filter((path) => path !== paths.pressKit);

describeOnSqlite("pages", (_open, createDatabase) => {
  test.each(pagePaths)("%s responds 200 with its own title", async (path) => {
    const { app } = await openTestApp(createDatabase);
    const response = await app.inject(path);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(/<title>(.+?)<\/title>/.exec(response.body)?.[1]).toMatch(/^.+ - \w+/);
  });

  test("each encoding has the same page and its own ETag", async () => {
    const { app } = await openTestApp(createDatabase);
    const ask = (encoding: string) =>
      app.inject({ url: "/contact", headers: { "accept-encoding": encoding } });
    const [plain, br, gzip] = await Promise.all([ask("identity"), ask("gzip, br"), ask("gzip")]);

    expect(br.headers["content-encoding"]).toBe("br");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(new Set([plain.headers.etag, br.headers.etag, gzip.headers.etag]).size).toBe(3);
    expect(plain.headers.vary).toBe("accept-encoding, cookie");
  });

  test("a rendered page is compressed only if it is the same for everyone", async () => {
    const { app } = await openTestApp(createDatabase);
    const open = (more: Readonly<Record<string, string>>) =>
      app.inject({ url: "/your-privacy", headers: { "accept-encoding": "br", ...more } });
    const shared = await open({});
    expect(shared.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(shared.rawPayload).toString()).toContain("Your privacy");
    const refused = await open({ "accept-encoding": "br;q=0" });
    expect(refused.headers).not.toHaveProperty("content-encoding");
    const { cookie } = await signUp(app);
    expect((await open({ cookie })).headers).not.toHaveProperty("content-encoding");
  });

  test.each([
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0.0, br;q=0", undefined],
    ["gzip;q=0.5, br;q=0.1", "br"],
    ["identity", undefined],
    ["brotli", undefined],
  ])("Accept-Encoding %s gets %s", async (accepted, encoding) => {
    const { app } = await openTestApp(createDatabase);
    const response = await app.inject({ url: "/", headers: { "accept-encoding": accepted } });
    expect(response.headers["content-encoding"]).toBe(encoding);
  });

  test("an unchanged page responds 304; HEAD responds without a body", async () => {
    const { app } = await openTestApp(createDatabase);
    const first = await app.inject("/contact");
    const again = await app.inject({
      url: "/contact",
      headers: { "if-none-match": String(first.headers.etag) },
    });
    const head = await app.inject({ method: "HEAD", url: "/contact" });

    expect(first.headers["cache-control"]).toBe("no-cache");
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe("");
    expect(head.headers["content-length"]).toBe(first.headers["content-length"]);
  });

  test("hashed files may be cached forever", async () => {
    const { app } = await openTestApp(createDatabase);
    const { body } = await app.inject("/contact");
    const boot = /src="(\/assets\/boot-[^"]+\.js)"/.exec(body)?.[1] ?? "";
    const response = await app.inject(boot);
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(response.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  test("an unknown path responds with a 404 page, or JSON below /api", async () => {
    const { app } = await openTestApp(createDatabase);
    const page = await app.inject("/no/such/page");
    const call = await app.inject("/api/nothing");
    expect(page.statusCode).toBe(404);
    expect(page.body.includes("Unexpected Application Error!")).toBe(true);
    expect(call.statusCode).toBe(404);
    expect(call.json().code).toBe("not-found");
  });

  test.each([
    ["/contact/", "/contact"],
    ["/contact//?a=1&b=2", "/contact?a=1&b=2"],
  ])("%s redirects permanently to %s", async (from, to) => {
    const { app } = await openTestApp(createDatabase);
    const response = await app.inject(from);
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe(to);
  });

  test.each([
    "//evil.example/",
    "/..%2f..%2fetc/passwd",
    "/%00",
    "/assets/../site.json",
    "/site.json",
  ])("%s does not redirect", async (url) => {
    const { app } = await openTestApp(createDatabase);
    const response = await app.inject(url);
    expect([400, 404]).toContain(response.statusCode);
    expect(response.headers.location).toBeUndefined();
  });

  test("the public origin and the year are filled in when a page is served", async () => {
    const { app, clock } = await openTestApp(createDatabase, {
      PUBLIC_URL: "https://www.home.example",
    });
    const before = await app.inject("/contact");
    clock.now = Date.UTC(2031, 0, 2);
    const after = await app.inject("/contact");
    const sitemap = await app.inject("/sitemap.xml");

    expect(before.body.includes('href="https://www.home.example/contact"')).toBe(true);
    expect(before.body.includes("origin.invalid")).toBe(false);
    expect(after.body.includes('<span id="copyright-year">2031</span>')).toBe(true);
    expect(after.body.includes('data-year="2031"')).toBe(true);
    expect(sitemap.body.includes("<loc>https://www.home.example/families</loc>")).toBe(true);
  });

  test.each([
    ["/robots.txt", "text/plain; charset=utf-8"],
    ["/sitemap.xml", "application/xml; charset=utf-8"],
    ["/site.webmanifest", "application/manifest+json; charset=utf-8"],
    ["/favicon.svg", "image/svg+xml; charset=utf-8"],
    ["/favicon.ico", "image/x-icon"],
    ["/apple-touch-icon.png", "image/png"],
    ["/og/home.png", "image/png"],
    ["/.well-known/security.txt", "text/plain; charset=utf-8"],
    ["/.well-known/gpc.json", "application/json; charset=utf-8"],
    [paths.pressKit, "application/zip"],
  ])("%s is served", async (url, type) => {
    const { app } = await openTestApp(createDatabase);
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe(type);
    expect(response.rawPayload.length).toBeGreaterThan(20);
  });

  test("speculation rules list at most three pages, none private", async () => {
    const { app } = await openTestApp(createDatabase);
    for (const path of pagePaths) {
      const header = (await app.inject(path)).headers["speculation-rules"];
      if (header === undefined) continue;
      const rules = await app.inject(String(header).slice(1, -1));
      expect(rules.headers["content-type"]).toBe("application/speculationrules+json");
      const urls: string[] = rules.json().prefetch[0].urls;
      expect(urls.length).toBeLessThanOrEqual(3);
      expect(urls.filter((url) => /^\/(api|portal)|complete/.test(url))).toEqual([]);
    }
  });
});
