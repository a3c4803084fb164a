import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { contactForm } from "../../../features/messages/contract/forms/contact.ts";
import { displayPreferencesPath } from "../../contract/display-preferences.ts";
import { days } from "../../contract/durations.ts";

function ask({ app }: TestApp, url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers });
}

function press(
  { app }: TestApp,
  payload: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: "POST",
    url: displayPreferencesPath,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(payload).toString(),
  });
}

const setCookie = (value: string, seconds: number) =>
  `reading=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}`;
const year = days(365) / 1000;
const pressed = (name: string, value: string, state: boolean) =>
  `value="${value}" aria-pressed="${state}" name="${name}"`;

describeOnSqlite("display preferences", (_open, createDatabase) => {
  test("without the cookie, everybody gets the prebuilt page", async () => {
    const app = await openTestApp(createDatabase);
    const plain = await ask(app, "/contact");
    const other = await ask(app, "/contact", { cookie: "session=abc; reading=" });
    expect(other.body).toBe(plain.body);
    expect(other.headers).toMatchObject({
      etag: plain.headers.etag,
      "cache-control": "no-cache",
      vary: "accept-encoding, cookie",
    });
    expect(plain.body).toContain(pressed("size", "", true));
  });

  test("with the cookie, a page has the classes and pressed buttons, in any encoding", async () => {
    const app = await openTestApp(createDatabase);
    const plain = await ask(app, "/");
    const cookie = "a=b; reading=still.t150.more; c=d";
    const page = await ask(app, "/", { cookie });
    expect(page.body).toContain('<html class="t150 more still" lang="en"');
    for (const [name, value, state] of [
      ["size", "", false],
      ["size", "t150", true],
      ["size", "t175", false],
      ["contrast", "", false],
      ["contrast", "more", true],
      ["motion", "", false],
      ["motion", "still", true],
    ] as const) {
      expect(page.body).toContain(pressed(name, value, state));
    }
    expect(plain.body).toContain('media="(prefers-reduced-motion: reduce)"');
    expect(page.body).not.toContain('media="(prefers-reduced-motion: reduce)"');
    // The style, and thus its CSP hash, are unchanged.
    const style = /<style>.*?<\/style>/s;
    expect(style.exec(page.body)?.[0]).toBe(style.exec(plain.body)?.[0]);
    expect(page.headers["content-security-policy"]).toBe(plain.headers["content-security-policy"]);
    expect(page.headers["cache-control"]).toBe("private, no-cache");
    expect(page.headers.etag).not.toBe(plain.headers.etag);

    const br = await ask(app, "/", { cookie, "accept-encoding": "br" });
    const gzip = await ask(app, "/", { cookie, "accept-encoding": "gzip" });
    expect(brotliDecompressSync(br.rawPayload).equals(page.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(page.rawPayload)).toBe(true);
    expect(Number(br.headers["content-length"])).toBe(br.rawPayload.length);

    const again = await ask(app, "/", { cookie, "if-none-match": `${page.headers.etag}` });
    expect(again.statusCode).toBe(304);
    const changed = await ask(app, "/", { "if-none-match": `${page.headers.etag}` });
    expect(changed.statusCode).toBe(200);
  });

  test("unknown values in the cookie are ignored", async () => {
    const app = await openTestApp(createDatabase);
    const plain = await ask(app, "/contact");
    for (const value of ['"><script>', "t200", "T150", "x".repeat(5000), "t150more", "...."]) {
      const page = await ask(app, "/contact", { cookie: `reading=${value}` });
      expect(page.body).toBe(plain.body);
    }
    const both = await ask(app, "/contact", { cookie: "reading=t175.t125.t150" });
    expect(both.body).toContain('<html class="t125" ');
  });

  test("the not-found page and responses to native posts have them too", async () => {
    const app = await openTestApp(createDatabase);
    const cookie = "reading=t125";
    const missing = await ask(app, "/nowhere", { cookie });
    expect(missing.statusCode).toBe(404);
    expect(missing.body).toContain('<html class="t125" ');
    const rejected = await app.app.inject({
      method: "POST",
      url: "/contact",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      payload: "name=Ruth",
    });
    expect(rejected.statusCode).toBe(422);
    expect(rejected.body).toContain('<html class="t125" ');
    expect(rejected.body).toContain(contactForm.submitLabel);
    expect(rejected.headers["cache-control"]).toBe("no-store");
    const file = await ask(app, "/favicon.svg", { cookie });
    expect(file.body).not.toContain("t125");
  });

  test("more variants than the cache holds are served correctly", async () => {
    const app = await openTestApp(createDatabase);
    const cookies = ["t125", "t150", "t175"].flatMap((size) => [size, `${size}.more`]);
    const addresses = ["/", "/families", "/caregivers", "/providers", "/platform", "/contact"];
    for (const address of [...addresses, ...addresses]) {
      for (const reading of cookies) {
        for (const encoding of ["br", "gzip"]) {
          const page = await ask(app, address, {
            cookie: `reading=${reading}`,
            "accept-encoding": encoding,
          });
          const unpack = encoding === "br" ? brotliDecompressSync : gunzipSync;
          const html = unpack(page.rawPayload).toString("utf8");
          expect(html).toContain(`<html class="${reading.replace(".", " ")}" `);
        }
      }
    }
  });

  test("without scripts, a button sets one group, keeps the others, and redirects back", async () => {
    const app = await openTestApp(createDatabase);
    const headers = { referer: "http://localhost/support?a=1", "sec-fetch-site": "same-origin" };
    const first = await press(app, { size: "t150" }, headers);
    expect(first.statusCode).toBe(303);
    expect(first.headers).toMatchObject({
      location: "/support?a=1",
      "set-cookie": setCookie("t150", year),
      "cache-control": "no-store",
    });
    const second = await press(app, { contrast: "more" }, { ...headers, cookie: "reading=t150" });
    expect(second.headers["set-cookie"]).toBe(setCookie("t150.more", year));
    const cookie = "reading=t150.more";
    const third = await press(app, { size: "t175" }, { ...headers, cookie });
    expect(third.headers["set-cookie"]).toBe(setCookie("t175.more", year));
    const last = await press(app, { size: "" }, { ...headers, cookie: "reading=t150" });
    expect(last.headers["set-cookie"]).toBe(setCookie("", 0));
  });

  test("with https, the cookie is Secure", async () => {
    const app = await openTestApp(createDatabase, { PUBLIC_URL: "https://www.example.com" });
    const response = await press(app, { motion: "still" });
    expect(response.headers["set-cookie"]).toBe(`${setCookie("still", year)}; Secure`);
  });

  test("a script is not redirected", async () => {
    const app = await openTestApp(createDatabase);
    const response = await press(app, { motion: "still" }, { "sec-fetch-dest": "empty" });
    expect(response.statusCode).toBe(204);
    expect(response.headers["set-cookie"]).toBe(setCookie("still", year));
  });

  test("never redirects to another site, and accepts nothing from one", async () => {
    const app = await openTestApp(createDatabase);
    for (const referer of [
      "http://localhost//evil.example/x",
      "http://localhost/\\evil.example/x",
    ]) {
      expect((await press(app, {}, { referer })).headers.location).toBe("/evil.example/x");
    }
    expect((await press(app, {}, {})).headers.location).toBe("/");
    expect((await press(app, {}, { referer: "not an address" })).headers.location).toBe("/");
    const cross = await press(app, { size: "t150" }, { "sec-fetch-site": "cross-site" });
    expect(cross.statusCode).toBe(403);
    expect(cross.headers["set-cookie"]).toBeUndefined();
    expect((await press(app, { size: "huge" })).headers["set-cookie"]).toBe(setCookie("", 0));
    expect((await press(app, { color: "red" })).statusCode).toBe(400);
    expect((await ask(app, displayPreferencesPath)).statusCode).toBe(404);
  });
});
