import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { expect, test } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { passwordAnchor, paths } from "../../src/platform/contract/paths.ts";
import { submitForm } from "../support/cases.ts";
import { describeOnSqlite } from "../support/dialects.ts";
import { readEmails } from "../support/emails.ts";
import { listRoutes } from "../support/list-routes.ts";
import { signUp } from "../support/portal.ts";
import { pageAddresses } from "../support/site-pages.ts";
import { openTestApp } from "../support/test-app.ts";

const settings = { RATE_LIMITS: "off" };
/** Headers of a browser that opens an address or posts a form itself. */
const navigation = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};
const native = "application/x-www-form-urlencoded";
const html = "text/html; charset=utf-8";

function expectPage(name: string, { statusCode, headers, body }: LightMyRequestResponse): void {
  expect([name, headers["content-type"]]).toEqual([name, html]);
  // The site's frame, unless the server is overloaded.
  expect([name, body.includes("</footer>") || statusCode === 503]).toEqual([name, true]);
}

describeOnSqlite("a browser without scripts", (_open, createDatabase) => {
  test("never gets an error as JSON, whatever address it opens or posts to", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    const routes = await listRoutes(app);
    const own = { "sec-fetch-site": "same-origin" };
    const other = { "sec-fetch-site": "cross-site" };
    let pages = 0;
    for (const { url: pattern } of routes) {
      const url = pattern.replace("*", "x").replace(/:\w+/, "x");
      const posts = [own, other].flatMap((site) =>
        [native, "text/plain", "multipart/form-data; boundary=x", "application/json"].map(
          (type): InjectOptions => ({
            method: "POST",
            url,
            headers: { ...navigation, ...site, "content-type": type },
            payload: type === "application/json" ? "{" : "a=b",
          }),
        ),
      );
      const large: InjectOptions = {
        method: "POST",
        url,
        headers: { ...navigation, ...own, "content-type": native },
        payload: `name=${"x".repeat(250_000)}`,
      };
      const gets = [own, other].map(
        (site): InjectOptions => ({ url, headers: { ...navigation, ...site } }),
      );
      for (const request of [...gets, ...posts, large]) {
        const response = await app.inject(request);
        if (response.statusCode < 400) continue;
        const name = `${request.method ?? "GET"} ${url} ${String(request.headers?.["content-type"])}`;
        // Programs post to these, and browsers never do.
        if (/livez|readyz|metrics/.test(url)) continue;
        expectPage(name, response);
        pages += 1;
      }
    }
    expect(pages).toBeGreaterThan(500);
  }, 120_000);

  test.each([
    [
      413,
      { method: "POST", url: paths.newsletter, payload: `email=${"x".repeat(80_000)}` },
      "longer than we can take",
    ],
    [
      413,
      { method: "POST", url: paths.contact, payload: `name=${"x".repeat(250_000)}` },
      "longer than we can take",
    ],
    [401, { url: "/api/portal/my-data.zip" }, "Log in to see this"],
    [401, { url: "/api/desk/inbox/export?format=csv" }, "Log in to see this"],
    [404, { url: "/api/nothing" }, "There is no page at this address"],
    [400, { url: "/%E0%A4%A" }, "There is no page at this address"],
    [405, { url: submissionPath(contactForm.collection) }, "only takes what a form sends"],
    [400, { method: "POST", url: paths.contact, payload: "a=b&".repeat(250) }, "could not read"],
  ] as const)(
    "reads on a page what happened and what to do: %i",
    async (status, request, words) => {
      const { app } = await openTestApp(createDatabase, settings);
      const headers = { ...navigation, "sec-fetch-site": "same-origin", "content-type": native };
      const response = await app.inject({ ...request, headers } as InjectOptions);
      expect(response.body).toContain(words);
      if (status !== 400) expect(response.statusCode).toBe(status);
      expectPage(request.url, response);
    },
  );

  test("scripts and programs still get JSON", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    for (const headers of [
      { accept: "*/*" },
      { accept: "application/json" },
      { accept: "text/html", "sec-fetch-mode": "cors" },
      {},
    ]) {
      const response = await app.inject({ url: "/api/portal/my-data.zip", headers });
      expect([response.statusCode, response.json().code]).toEqual([401, "not-signed-in"]);
    }
  });

  test("bodies with thousands of names are rejected, those of our forms are not", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    const url = submissionPath(contactForm.collection);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, ""]));
    const nested = { a: Array.from({ length: 3000 }, () => ({ a: 1 })) };
    const texts = { name: ":".repeat(900), email: "a@example.com", phone: "", message: '\\":{[' };
    for (const [payload, status] of [
      [many, 400],
      [nested, 400],
      [texts, 201],
    ] as const) {
      const response = await app.inject({ method: "POST", url, payload });
      if (status === 400) expect(response.json().message).toContain("at most 200");
      else expect(response.json().code).not.toBe("malformed");
      expect(response.statusCode).toBe(status === 201 ? response.statusCode : status);
    }
  });
});

describeOnSqlite("addresses", (_open, createDatabase) => {
  test("in another case or with slashes lead to their page", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    for (const page of pageAddresses.filter((one) => one.length > 1)) {
      for (const url of [page.toUpperCase(), `${page.toUpperCase()}/`, `${page.toLowerCase()}//`]) {
        const { statusCode, headers } = await app.inject({ url: `${url}?a=B` });
        expect([url, statusCode, headers.location]).toEqual([url, 308, `${page}?a=B`]);
      }
    }
    for (const [url, target] of [
      ["/Contact", "/contact"],
      ["/Desk/Inbox", "/desk/Inbox"],
      ["/MESSAGES/AbC", "/messages/AbC"],
    ] as const) {
      const { statusCode, headers } = await app.inject({ url });
      expect([url, statusCode, headers.location]).toEqual([url, 308, target]);
    }
    for (const url of ["/Nothing", "/API/portal", "/404", "//Contact"]) {
      expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404]);
    }
  });

  test("for changing a password lead to the settings", async () => {
    const { app } = await openTestApp(createDatabase, settings);
    for (const method of ["GET", "HEAD"] as const) {
      const { statusCode, headers } = await app.inject({
        method,
        url: "/.well-known/change-password",
      });
      expect([statusCode, headers.location]).toEqual([302, `${paths.settings}#${passwordAnchor}`]);
    }
  });

  test("of personal links work with what mail programs add", async () => {
    const server = await openTestApp(createDatabase, settings);
    const message = { name: "Ada", email: "ada@example.com", message: "Hello" };
    await submitForm(server, message);
    await signUp(server.app);
    const emails = await readEmails(server.database);
    const links = emails
      .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
      .filter((link) => /\/messages\/|token=/.test(link))
      .map((link) => link.replace(/^https?:\/\/[^/]+/, ""));
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      expect(link).toMatch(/[a-z0-9]$/i);
      for (const ending of [".", ")", "%20", "%3E", '"', ",", "]."]) {
        for (const method of ["GET", "HEAD"] as const) {
          const { statusCode, headers } = await server.app.inject({ method, url: link + ending });
          expect([ending, statusCode, headers.location]).toEqual([ending, 302, link]);
          expect(headers["referrer-policy"]).toBe("no-referrer");
        }
      }
      expect((await server.app.inject(link)).statusCode).toBe(200);
    }
  });
});
