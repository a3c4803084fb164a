import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";

const { getStarted, intake, talrooIntake, complete } = tracks.pro;
const sid = "0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e";

async function touchesOf({ database }: TestApp) {
  const row = await database.db.selectFrom("applications").selectAll().executeTakeFirstOrThrow();
  return {
    source: row.source,
    first: JSON.parse(row.first_touch),
    last: JSON.parse(row.last_touch),
  };
}

async function visits({ database }: TestApp): Promise<string[]> {
  const rows = await database.db
    .selectFrom("funnel_events")
    .select("source")
    .where("kind", "=", "visit")
    .orderBy("at")
    .execute();
  return rows.map(({ source }) => source);
}

describeEachDialect("attribution", (_open, createDatabase, engine) => {
  test("first and last touch are stored with the application; for other sites only the host", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const referer = "https://www.jobs.example/search?name=Grace&age=50";
    await browser.get(`${getStarted}?utm_source=Flyer&utm_campaign=${"c".repeat(300)}&evil=1`, {
      referer,
    });
    server.clock.now += days(1);
    await browser.get(`${talrooIntake}?tlr_sid=${sid}&t1=a&jobref=J7`);
    server.clock.now += days(1);
    await browser.get(intake, { referer: "http://localhost/providers" });
    await browser.apply("pro", talrooIntake);
    const { source, first, last } = await touchesOf(server);
    expect(source).toBe("talroo");
    expect(first).toEqual({
      at: expect.any(String),
      source: "flyer",
      path: getStarted,
      referrer: "www.jobs.example",
      params: { utm_source: "Flyer", utm_campaign: "c".repeat(200) },
    });
    expect(last).toMatchObject({
      source: "talroo",
      path: talrooIntake,
      referrer: null,
      params: { tlr_sid: sid, t1: "a", jobref: "J7" },
    });
  });

  test("a click after the draft was started counts as the last touch", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.get(intake);
    await browser.fillIn("pro");
    server.clock.now += days(1);
    await browser.get(`${intake}?gclid=late`);
    await browser.submit("pro");
    expect(await touchesOf(server)).toMatchObject({
      source: "google-ads",
      first: { source: "direct" },
      last: { source: "google-ads", params: { gclid: "late" } },
    });
  });

  test("the funnel counts each person once per step", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.get(`${getStarted}?utm_source=flyer`);
    await browser.fillIn("pro");
    await browser.fillIn("pro");
    await browser.submit("pro");
    await new TestBrowser(server.app).get(getStarted);
    const rows = await server.database.db
      .selectFrom("funnel_events")
      .select(({ fn }) => ["source", "kind", fn.countAll().as("count")])
      .groupBy(["source", "kind"])
      .execute();
    const counts = rows.map(({ source, kind, count }) => `${source} ${kind} ${count}`).sort();
    expect(counts).toEqual([
      "direct visit 1",
      "flyer qualified 1",
      "flyer start 1",
      "flyer step:about 1",
      "flyer step:last 1",
      "flyer step:week 1",
      "flyer step:work 1",
      "flyer submit 1",
      "flyer visit 1",
    ]);
  });

  if (engine !== "sqlite") return;

  test("prefetches, HEAD requests and reloads do not count as visits", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    const ahead = await browser.get(getStarted, { "sec-purpose": "prefetch;prerender" });
    expect(ahead.statusCode).toBe(200);
    expect(ahead.headers["set-cookie"]).toBeUndefined();
    await server.app.inject({ method: "HEAD", url: getStarted });
    expect(await visits(server)).toEqual([]);
    for (const _ of [1, 2, 3]) await browser.get(`${getStarted}?utm_source=flyer`);
    expect(await visits(server)).toEqual(["flyer"]);
    server.clock.now += days(1);
    await browser.get(intake);
    await browser.get(complete);
    expect(await visits(server)).toEqual(["flyer", "direct"]);
  });

  test("attribution expires", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.get(`${getStarted}?gclid=old`);
    server.clock.now += days(facts.application.attributionDays);
    await browser.apply("pro");
    expect(await touchesOf(server)).toMatchObject({ source: "direct" });
  });

  test("the cookie is private: HttpOnly, its page uncached, its value not logged", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const server = await openTestApp(
      createDatabase,
      { LOG_LEVEL: "debug", PUBLIC_URL: "https://site.example" },
      logs,
    );
    const response = await server.app.inject(`${talrooIntake}?tlr_sid=${sid}`);
    const cookie = String(response.headers["set-cookie"]);
    expect(cookie).toMatch(
      /^__Host-apply=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
    expect(response.headers["cache-control"]).toBe("private, no-cache");
    const token = /apply=([\w-]+)/.exec(cookie)?.[1] ?? "";
    const rows = await server.database.db.selectFrom("apply_visitors").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows).toHaveLength(1);
    expect(lines.join("")).not.toContain(sid);
    expect(lines.join("")).not.toContain(token);
  });
});
