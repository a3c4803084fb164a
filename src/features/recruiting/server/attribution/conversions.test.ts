import { expect, test } from "vitest";
import { startAdCompany } from "../../../../../tests/support/ad-company.ts";
import { sendDueConversions } from "../../../../../tests/support/conversions.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";
import { tracks } from "../../contract/recruiting-endpoints.ts";
import { changeStatus } from "../applications/status.ts";

const sid = "0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e";
const { talrooIntake, talrooComplete, intake } = tracks.care;
const landing = `${talrooIntake}?tlr_sid=${sid}&utm_source=talroo&t1=abc`;

/** Sends the conversions that are due now, as the server does every few seconds. */
function deliver({ context, app }: TestApp) {
  return sendDueConversions(context, app.log);
}

function rowsOf({ database }: TestApp) {
  return database.db
    .selectFrom("conversions")
    .select(["source", "event", "state", "reason", "attempts", "http_status", "response"])
    .orderBy("event")
    .execute();
}

describeEachDialect("conversions", (_open, createDatabase, engine) => {
  test("a click is reported once, though the form is finished an hour later in another tab", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    server.clock.now += hours(1);
    await browser.get(intake);
    await browser.apply("care", talrooIntake);
    await deliver(server);
    await deliver(server);
    expect(company.requests.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      `GET /conversion2.php?p=77&sid=${sid}`,
      `GET /conversion3.php?sid=${sid}&m=805&t=care`,
    ]);
    const rows = await rowsOf(server);
    expect(rows).toMatchObject([
      { source: "talroo", event: "completed", state: "sent", attempts: 1, http_status: 200 },
      { source: "talroo", event: "qualified", state: "sent", attempts: 1, http_status: 200 },
    ]);
    expect(rows[0]?.response).toHaveLength(500);
  });

  test("while the company is down, requests back off; then exactly one arrives", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    company.respondWith(503);
    await browser.fillIn("care", talrooIntake, { workAuthorized: "No" });
    await browser.submit("care", talrooIntake);
    const waits: number[] = [];
    let since = server.clock.now;
    while (company.requests.length < 6) {
      if ((await deliver(server)) > 0) {
        waits.push((server.clock.now - since) / minutes(1));
        since = server.clock.now;
      }
      server.clock.now += minutes(1);
    }
    expect(waits).toEqual([0, 1, 2, 4, 8, 16]);
    expect(await rowsOf(server)).toMatchObject([
      { event: "completed", state: "waiting", reason: "answer 503", attempts: 6, http_status: 503 },
      { event: "qualified", state: "skipped", reason: "not qualified", attempts: 0 },
    ]);
    company.respondWith(200);
    company.requests.length = 0;
    server.clock.now += minutes(32);
    await Promise.all([deliver(server), deliver(server)]);
    expect(company.requests).toHaveLength(1);
    expect(await rowsOf(server)).toMatchObject([{ state: "sent" }, { state: "skipped" }]);
  });

  test("after a day the conversion fails, and stores the reason", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    company.respondWith(302, { location: `${company.origin}/elsewhere` });
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake, { workAuthorized: "No" });
    await browser.submit("care", talrooIntake);
    for (let hour = 0; hour < 26; hour += 1) {
      await deliver(server);
      server.clock.now += hours(1);
    }
    const [completed] = await rowsOf(server);
    expect(completed).toMatchObject({ state: "failed", reason: "answer 302" });
    expect(company.requests.some(({ url }) => url === "/elsewhere")).toBe(false);
    company.requests.length = 0;
    await deliver(server);
    expect(company.requests).toEqual([]);
  });

  test("hired and rejected are reported with the time, once, and not for drafts", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    const reference = await browser.apply("care", talrooIntake);
    await deliver(server);
    company.requests.length = 0;
    server.clock.now += hours(3);
    expect(await changeStatus(reference, "hired", server.context)).toBe(true);
    expect(await changeStatus(reference, "hired", server.context)).toBe(true);
    expect(await changeStatus("NONE2345", "hired", server.context)).toBe(false);
    await deliver(server);
    expect(company.requests).toHaveLength(1);
    const [call] = company.requests;
    expect(call).toMatchObject({
      method: "POST",
      url: "/disposition/v1/events",
      contentType: "application/json",
    });
    expect(JSON.parse(call?.body ?? "")).toEqual({
      tlr_sid: sid,
      event: "hired",
      raw_event: reference,
      event_time: new Date(server.clock.now).toISOString(),
    });
  });

  test("a second application of the same person is not reported again", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    for (const _ of [1, 2]) {
      const browser = new TestBrowser(server.app);
      await browser.get(landing);
      await browser.apply("care", talrooIntake);
      await deliver(server);
    }
    expect(company.requests).toHaveLength(2);
  });

  if (engine !== "sqlite") return;

  test("the last page shows the pixel once, and only its CSP allows the pixel's host", async () => {
    const company = await startAdCompany();
    const { app } = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake);
    expect(await browser.submit("care", talrooIntake)).toBe(talrooComplete);
    const stranger = await new TestBrowser(app).get(talrooComplete);
    expect(stranger.body).not.toContain(company.origin);
    await browser.get(talrooComplete, { "sec-purpose": "prefetch" });
    const first = await browser.get(talrooComplete);
    expect(first.body).toContain(`${company.origin}/pixel?p=77`);
    expect(first.headers["content-security-policy"]).toContain(`img-src 'self' ${company.origin}`);
    for (const page of [talrooComplete, tracks.care.complete]) {
      const again = await browser.get(page);
      expect(again.body).toContain("Grace");
      expect(again.body).not.toContain(company.origin);
      expect(again.headers["content-security-policy"]).toContain("img-src 'self';");
    }
  });

  test("Global Privacy Control: nothing is sent, no pixel is shown, and the row stores the reason", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app, { "sec-gpc": "1" });
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake);
    const next = await browser.submit("care", talrooIntake);
    expect((await browser.get(next)).body).not.toContain(company.origin);
    await deliver(server);
    expect(company.requests).toEqual([]);
    expect(await rowsOf(server)).toMatchObject([
      { event: "completed", state: "skipped", reason: "Global Privacy Control" },
      { event: "qualified", state: "skipped", reason: "Global Privacy Control" },
    ]);
    const params = await server.database.db.selectFrom("conversions").select("params").execute();
    expect(JSON.stringify(params)).not.toContain(sid);
  });

  test.each([
    [talrooIntake, "talroo-unknown"],
    [`${talrooIntake}?tlr_sid=12345`, "talroo-unknown"],
    [intake, "direct"],
    [`${intake}?utm_source=Indeed%20Jobs`, "indeed-jobs"],
    [`${intake}?gclid=abc`, "google-ads"],
    [`${intake}?msclkid=abc`, "microsoft-ads"],
  ])("%s without the company's click id sends nothing: source %s", async (page, source) => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(page);
    const [address = ""] = page.split("?");
    await browser.apply("care", address);
    await deliver(server);
    expect(company.requests).toEqual([]);
    expect(await rowsOf(server)).toEqual([]);
    const row = await server.database.db
      .selectFrom("applications")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row.source).toBe(source);
    if (page.includes("12345")) {
      expect(JSON.parse(row.last_touch).params).toEqual({ tlr_sid_invalid: "12345" });
    }
  });

  test("without the settings file no conversions are stored", async () => {
    const server = await openTestApp(createDatabase);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.apply("care", talrooIntake);
    expect(await rowsOf(server)).toEqual([]);
  });
});
