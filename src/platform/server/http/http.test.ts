import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { describeEachDialect, describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { submissionPath } from "../../contract/form-engine/submission.ts";

describeOnSqlite("server", (_open, createDatabase) => {
  test.each(["/", "/contact", "/nope", "/livez", "/og/home.png"])(
    "%s carries the security headers",
    async (url) => {
      const { app } = await openTestApp(createDatabase);
      const { headers } = await app.inject(url);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe-inline");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["strict-transport-security"]).toBeUndefined();
    },
  );

  test.each([
    ["GET", "/api/nothing"],
    ["POST", submissionPath("ContactForm")],
    ["GET", "/api/openapi.json"],
  ] as const)("the response to %s %s may not load anything or be embedded", async (method, url) => {
    const { app } = await openTestApp(createDatabase);
    const { headers } = await app.inject({ method, url });
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("with https, responses have the HSTS header", async () => {
    const { app } = await openTestApp(createDatabase, { PUBLIC_URL: "https://www.home.example" });
    for (const url of ["/", "/livez", "/api/nothing"]) {
      const { headers } = await app.inject(url);
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    }
  });

  test.each([
    ["/", "same-origin"],
    ["/portal/profile", "same-origin-allow-popups"],
    ["/success", "unsafe-none"],
  ])("%s has the opener policy that its popups need", async (url, policy) => {
    const { app } = await openTestApp(createDatabase);
    expect((await app.inject(url)).headers["cross-origin-opener-policy"]).toBe(policy);
  });

  test("pictures may use their own style and nothing else", async () => {
    const { app } = await openTestApp(createDatabase);
    const { headers } = await app.inject("/favicon.svg");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    );
  });

  test("not ready if the database is known to be damaged", async () => {
    const { app, database } = await openTestApp(createDatabase);
    Object.assign(database, { integrity: { ...database.integrity, state: "damaged" } });
    const response = await app.inject("/readyz");
    expect([response.statusCode, response.json().checks]).toEqual([
      503,
      { read: "ok", write: "ok", integrity: "damaged" },
    ]);
  });

  test("metrics with a token require it, even for local requests", async () => {
    const { app } = await openTestApp(createDatabase, { METRICS_TOKEN: "secret-token" });
    expect((await app.inject("/metrics")).statusCode).toBe(404);
    const wrong = { authorization: "Bearer secret-tokem" };
    expect((await app.inject({ url: "/metrics", headers: wrong })).statusCode).toBe(404);
    const right = { authorization: "Bearer secret-token" };
    for (const remoteAddress of ["127.0.0.1", "203.0.113.9"]) {
      const response = await app.inject({ url: "/metrics", remoteAddress, headers: right });
      expect(response.statusCode).toBe(200);
    }
  });

  test("metrics without a token count responses, for local requests only", async () => {
    const { app } = await openTestApp(createDatabase);
    await app.inject("/families");
    await app.inject({ url: "/families", headers: { "sec-purpose": "prefetch" } });
    const local = await app.inject("/metrics");
    const remote = await app.inject({ url: "/metrics", remoteAddress: "203.0.113.9" });
    const proxied = await app.inject({
      url: "/metrics",
      headers: { "x-forwarded-for": "1.2.3.4" },
    });

    expect(local.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/*",status="200"} 1',
    );
    expect(local.body).toContain("process_resident_memory_bytes");
    expect(remote.statusCode).toBe(404);
    expect(proxied.statusCode).toBe(404);
  });

  test.each(["x-forwarded-for", "x-real-ip", "forwarded", "via", "x-forwarded-host"])(
    "a proxy that sends %s does not expose the metrics",
    async (name) => {
      const { app } = await openTestApp(createDatabase);
      const response = await app.inject({ url: "/metrics", headers: { [name]: "x" } });
      expect(response.statusCode).toBe(404);
    },
  );

  test.each([
    ["PUT", "/contact", "POST, GET, HEAD"],
    ["DELETE", "/families", "GET, HEAD"],
    ["POST", "/livez", "GET, HEAD"],
    ["POST", "/favicon.svg", "GET, HEAD"],
    ["GET", submissionPath("ContactForm"), "POST"],
    ["OPTIONS", submissionPath("NewsletterRegistration"), "POST"],
  ] as const)("%s %s is a 405 with the allowed methods", async (method, url, allow) => {
    const { app } = await openTestApp(createDatabase);
    const response = await app.inject({ method, url });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe(allow);
    expect(response.json().code).toBe("method-not-allowed");
  });

  test.each(["/nope", "/:a(", "/*", "/api/nothing", "/__proto__"])(
    "a post to %s is a 404",
    async (url) => {
      const { app } = await openTestApp(createDatabase);
      const response = await app.inject({ method: "POST", url });
      expect([404, 405]).toContain(response.statusCode);
      expect(response.json()).toEqual({ code: expect.any(String), message: expect.any(String) });
      expect(response.headers["x-content-type-options"]).toBe("nosniff");
    },
  );

  test("the API describes itself", async () => {
    const { app } = await openTestApp(createDatabase);
    const document = (await app.inject("/api/openapi.json")).json();
    const page = await app.inject("/api/docs");
    const contact = document.paths[submissionPath("ContactForm")].post;
    const schema = contact.requestBody.content["application/json"].schema;
    expect(document.openapi).toBe("3.1.0");
    expect(schema.required).toEqual(["name", "email", "message"]);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.body).toContain('<details id="post-api-submissions-contactform">');
    const text = page.body.replaceAll("&#39;", "'");
    expect(text).toContain(`curl 'http://127.0.0.1:3000${submissionPath("ContactForm")}'`);
  });

  test("the log of an error contains its stack, but no values from its message", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const { app } = await openTestApp(createDatabase, { LOG_LEVEL: "error" }, logs);
    app.get("/broken", () => {
      throw new Error("bad value 'Walter\n    at home, walter@example.com'");
    });
    expect((await app.inject("/broken")).statusCode).toBe(500);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("http.test.ts");
    expect(lines[0]).not.toMatch(/Walter|walter@/);
  });

  test("the log contains paths without queries, a request ID, and nothing that was typed", async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const { app } = await openTestApp(createDatabase, { LOG_LEVEL: "info" }, sink);
    await app.inject({
      method: "POST",
      url: `${submissionPath("ContactForm")}?token=abc`,
      payload: { name: "Walter Secret", email: "walter@example.com", message: "private words" },
    });

    const entry = JSON.parse(lines.find((line) => line.includes('"request"')) ?? "{}");
    expect(entry).toMatchObject({
      req: { method: "POST", path: submissionPath("ContactForm") },
      status: 201,
      reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(lines.join("")).not.toMatch(/Walter|walter@|private|token=/);
  });
});

describeEachDialect("a server", (_open, createDatabase) => {
  test("live and ready; not ready if the database is down", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const commit = expect.stringMatching(/^([0-9a-f]{40})?$/);
    expect((await app.inject("/livez")).json()).toEqual({ ok: true, version, commit });
    expect((await app.inject("/readyz")).json()).toEqual({
      ok: true,
      checks: { read: "ok", write: "ok", integrity: "unchecked" },
    });
    await database.close();
    // The result is cached for a second.
    const status = async () => (await app.inject("/readyz")).statusCode;
    await expect.poll(status, { timeout: 20_000 }).toBe(503);
    const response = await app.inject("/readyz");
    expect(response.headers["retry-after"]).toBe("30");
    expect(response.json()).toMatchObject({
      ok: false,
      code: "unavailable",
      checks: { read: "failed", write: "failed" },
    });
    expect((await app.inject("/livez")).statusCode).toBe(200);
  });
});
