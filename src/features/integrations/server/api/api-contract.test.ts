import { expect, test } from "vitest";
import { openProgram } from "../../../../../tests/support/api.ts";
import { describeEachDialect, describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { runOps } from "../../../../../tests/support/ops.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { readWebhookMetrics } from "../webhook-metrics.ts";

/** What every endpoint of /api/v1 has in common, in the order of issue 36. */

describeOnSqlite("what every call of a program answers", (_open, createDatabase) => {
  test("every error is a problem document", async () => {
    const site = await openTestApp(createDatabase);
    const { call } = await openProgram(site, "requests:read");
    for (const [line, status, code, headers] of [
      ["GET /requests/none", 404, "not-found"],
      ["GET /requests/none", 404, "not-found", { accept: "text/html" }],
      ["GET /nothing", 404, "not-found"],
      ["PUT /requests", 405, "method-not-allowed"],
      ["POST /requests/none", 405, "method-not-allowed"],
      ["GET /requests/none/reopening", 405, "method-not-allowed"],
      ["GET /requests:batch", 405, "method-not-allowed"],
      ["GET /requests/none/reopening/none", 404, "not-found"],
      ["GET /requests/%00", 404, "not-found"],
      ["GET /requests/%00", 401, "wrong-token", { authorization: "" }],
      ["GET /requests?limit=0", 422, "invalid"],
      ["GET /messages", 403, "wrong-scope"],
      ["GET /requests", 401, "wrong-token", { authorization: "" }],
    ] as const) {
      const answer = await call(line, undefined, headers);
      expect([line, answer.status, answer.headers["content-type"]]).toEqual([
        line,
        status,
        "application/problem+json",
      ]);
      expect(answer.headers["ratelimit-limit"]).toBeTypeOf("string");
      if (status === 405) expect(answer.headers.allow).toBeTypeOf("string");
      expect(answer.body).toEqual({
        type: "about:blank",
        title: expect.any(String),
        status,
        code,
        detail: expect.any(String),
        errors: expect.any(Array),
      });
    }
  });

  test("says what is left of 300 reads, 300 writes and 30 batches in five minutes", async () => {
    const site = await openTestApp(createDatabase);
    const { call } = await openProgram(site, "requests:write");
    const leftOf = async (line: string) => {
      const { status, headers } = await call(line, line.startsWith("GET") ? undefined : {});
      const { "ratelimit-limit": limit, "ratelimit-remaining": left } = headers;
      return [Number(limit), Number(left), Number(headers["ratelimit-reset"]) > 0, status === 429];
    };
    for (const [line, max] of [
      ["GET /requests", 300],
      ["PUT /requests/a", 300],
      ["POST /requests:batch", 30],
    ] as const) {
      expect(await leftOf(line)).toEqual([max, max - 1, true, false]);
      for (let count = 1; count < max; count += 1) await leftOf(line);
      expect(await leftOf(line)).toEqual([max, 0, true, true]);
      const { headers, body } = await call(line, {});
      expect([Number(headers["retry-after"]) > 0, body.code]).toEqual([true, "too-many"]);
    }
  });

  test("the document stands at /api/openapi.json, and its earlier address redirects", async () => {
    const { app } = await openTestApp(createDatabase);
    const former = await app.inject("/api/docs/openapi.json");
    expect([former.statusCode, former.headers.location]).toEqual([303, "/api/openapi.json"]);
    expect(former.headers).toMatchObject({
      deprecation: "@1795824000",
      sunset: "Sun, 28 Nov 2027 00:00:00 GMT",
    });
    const { openapi, paths } = (await app.inject("/api/openapi.json")).json();
    expect(openapi).toBe("3.1.0");
    const { get, delete: cancel } = paths["/api/v1/requests/{id}"];
    const reopen = paths["/api/v1/requests/{id}/reopening"].post;
    for (const { operation, statuses } of [
      { operation: get, statuses: ["304", "409", "422"] },
      { operation: cancel, statuses: ["409", "412", "422"] },
      { operation: reopen, statuses: ["409", "412", "422"] },
    ]) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses));
    }
  });

  test("a metric counts tokens in use that expire within a week", async () => {
    const site = await openTestApp(createDatabase);
    const { call } = await openProgram(site, "requests:read");
    await openProgram(site, "cases:read");
    const read = async () =>
      (await readWebhookMetrics(site.context)).find(({ name }) => name === "api_tokens_expiring");
    await call("GET /requests");
    expect(await read()).toMatchObject({ value: 0 });
    site.clock.now += days(24);
    await call("GET /requests");
    expect(await read()).toMatchObject({ value: 1 });
  });

  test("a token with the former name of a scope works, and says that it has another", async () => {
    const site = await openTestApp(createDatabase);
    const { call } = await openProgram(site, "cases:read");
    expect((await call("GET /messages")).headers.deprecation).toBeUndefined();
    const former = { scopes: JSON.stringify(["messages"]) };
    await site.database.write((trx) => trx.updateTable("api_tokens").set(former).execute());
    const { status, headers } = await call("GET /messages");
    expect([status, headers.deprecation]).toEqual([200, "@1795824000"]);
  });
});

describeEachDialect("tokens of programs", (_open, createDatabase) => {
  test("work only from the networks that ops names", async () => {
    const options = await createDatabase("with tables");
    const site = await openTestApp(async () => options, { TRUST_PROXY: "on" });
    const { app } = site;
    const create = ["tokens", "create", "--name", "App", "--scope", "requests:write"] as const;
    const wrong = await runOps(options, ...create, "--allow-ip", "10.0.0.0/40");
    expect(wrong.stderr).toContain('"10.0.0.0/40" is not a network');
    const many = Array.from({ length: 21 }, (_, index) => `10.0.${index}.0/24`).join(",");
    const tooMany = await runOps(options, ...create, "--allow-ip", many);
    expect(tooMany.stderr).toContain("Name at most 20 networks.");
    const networks = ["--allow-ip", "203.0.113.0/24,2001:db8::/32"];
    const made = await runOps(options, ...create, "--days", "365", ...networks);
    const token = made.stdout.trim().split("\n").at(-1);
    for (const [address, status] of [
      ["203.0.113.9", 200],
      ["203.0.114.9", 403],
      ["2001:db8::9", 200],
      ["2001:db9::9", 403],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": address };
      const answer = await app.inject({ url: "/api/v1/requests", headers });
      expect([address, answer.statusCode]).toEqual([address, status]);
      if (status === 403) expect(answer.json().code).toBe("wrong-address");
    }
    const [listed] = JSON.parse((await runOps(options, "tokens", "list")).stdout);
    const audit = await site.database.db.selectFrom("events").select("data").execute();
    expect(audit.map(({ data }) => data).join()).toContain(
      "Requests, also change, only from 203.0.113.0/24, 2001:db8::/32",
    );
    expect(listed).toMatchObject({
      scopes: ["requests:write"],
      allowIp: ["203.0.113.0/24", "2001:db8::/32"],
      lastUsedAt: expect.any(String),
    });
  });
});
