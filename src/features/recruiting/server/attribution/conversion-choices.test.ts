import { expect, test } from "vitest";
import { type AdCompany, startAdCompany } from "../../../../../tests/support/ad-company.ts";
import { sendDueConversions } from "../../../../../tests/support/conversions.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { stateOf, TestBrowser } from "../../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days, hours, minutes } from "../../../../platform/contract/durations.ts";
import { noteOptOut } from "../../../privacy/server/requests/opt-outs.ts";
import { intakeNames, tracks } from "../../contract/recruiting-endpoints.ts";

const sid = "0b5e5b36-8d5c-4c2e-9d0f-1f6a3b0c9d7e";
const { talrooIntake, intake } = tracks.care;
const landing = `${talrooIntake}?tlr_sid=${sid}`;
const unfit = { workAuthorized: "No" } as const;

function deliver({ context, app }: TestApp) {
  return sendDueConversions(context, app.log);
}

function rowsOf({ database }: TestApp) {
  return database.db
    .selectFrom("conversions")
    .select(["source", "event", "state", "reason", "params"])
    .orderBy("event")
    .execute();
}

/** A company with unusual settings, for one event or as a whole. */
function startWith(event: object, source: object = {}): Promise<AdCompany> {
  return startAdCompany(undefined, (talroo) => ({
    talroo: { ...talroo, ...source, events: talroo.events.map((one) => ({ ...one, ...event })) },
  }));
}

/** With "started" too, whose conversion is queued while the person can still opt out. */
function startWithStarted(event: object = {}): Promise<AdCompany> {
  return startAdCompany(undefined, (talroo) => ({
    talroo: {
      ...talroo,
      events: [{ ...talroo.events[0], name: "started", ...event }, ...talroo.events],
    },
  }));
}

describeEachDialect("options of a source", (_open, createDatabase, engine) => {
  test("a window: retried for that many days instead of one, and never after it", async () => {
    const company = await startWith({ windowDays: 3 });
    const server = await openTestApp(createDatabase, company.settings);
    company.respondWith(503);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.apply("care", talrooIntake, unfit);
    const sent = server.clock.now;
    let last = 0;
    for (let hour = 0; hour < 5 * 24; hour += 1) {
      if ((await deliver(server)) > 0) last = server.clock.now;
      server.clock.now += hours(1);
    }
    expect(last - sent).toBeGreaterThan(days(2));
    expect(last - sent).toBeLessThanOrEqual(days(3));
    expect((await rowsOf(server))[0]).toMatchObject({ state: "failed", reason: "answer 503" });
    const metrics = (await server.app.inject("/metrics")).body;
    expect(metrics).toContain("\nconversions_given_up_total 1\n");
  });

  test("an opt-out in the form prevents reporting; row, record and page show it", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake, { declinesAdNotes: "yes" });
    const page = await browser.get(`${talrooIntake}?step=last`);
    expect(page.body).toContain("Do not tell the ad company about my application.");
    const thanks = await browser.get(await browser.submit("care", talrooIntake));
    expect(thanks.body).toContain("Thank you");
    expect(thanks.body).not.toContain(company.origin);
    await deliver(server);
    expect(company.requests).toEqual([]);
    const rows = await rowsOf(server);
    expect(rows).toMatchObject([
      { event: "completed", state: "skipped", reason: "declined by the applicant" },
      { event: "qualified", state: "skipped", reason: "declined by the applicant" },
    ]);
    expect(JSON.stringify(rows)).not.toContain(sid);
    const { consents } = await server.database.db
      .selectFrom("applications")
      .select("consents")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(consents).adNotes).toMatchObject({
      version: expect.any(String),
      text: "Do not tell the ad company about my application.",
      at: new Date(server.clock.now).toISOString(),
    });
  });

  test("discarding a draft deletes its conversions", async () => {
    const company = await startWithStarted();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake);
    await browser.post(talrooIntake, { [intakeNames.step]: "about" }, "discard");
    expect(await rowsOf(server)).toEqual([]);
    await deliver(server);
    expect(company.requests).toEqual([]);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("a delay postpones the first request", async () => {
    const company = await startWith({ delayMinutes: 90 });
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.apply("care", talrooIntake, unfit);
    server.clock.now += minutes(89);
    expect(await deliver(server)).toBe(0);
    server.clock.now += minutes(1);
    await deliver(server);
    expect(company.requests.map(({ url }) => url)).toEqual([`/conversion2.php?p=77&sid=${sid}`]);
  });

  test.each([
    [{}, ["completed sent", "qualified skipped"]],
    [{ onlyIf: "qualified" }, ["completed skipped", "qualified skipped"]],
  ])(
    "an applicant who does not qualify: completed with %j is reported as in %j",
    async (event, states) => {
      const company = await startWith(event);
      const server = await openTestApp(createDatabase, company.settings);
      const browser = new TestBrowser(server.app);
      await browser.get(landing);
      await browser.apply("care", talrooIntake, unfit);
      await deliver(server);
      const rows = await rowsOf(server);
      expect(rows.map((row) => `${row.event} ${row.state}`)).toEqual(states);
      expect(company.requests).toHaveLength(states.filter((one) => one.endsWith("sent")).length);
    },
  );

  test("a server that was down for longer than the window sends nothing, and stores the reason", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.apply("care", talrooIntake, unfit);
    server.clock.now += days(1) + minutes(1);
    await deliver(server);
    expect(company.requests).toEqual([]);
    expect((await rowsOf(server))[0]).toMatchObject({ state: "failed", reason: "too late" });
  });

  test("visitors without a click id are reported only if the source allows it", async () => {
    const company = await startWith({}, { allowAnonymous: true });
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(talrooIntake);
    await browser.apply("care", talrooIntake, unfit);
    await deliver(server);
    expect(company.requests.map(({ url }) => url)).toEqual(["/conversion2.php?p=77&sid="]);
    expect((await rowsOf(server))[0]).toMatchObject({ source: "talroo", state: "sent" });
    const row = await server.database.db
      .selectFrom("applications")
      .select("source")
      .executeTakeFirstOrThrow();
    expect(row.source).toBe("talroo-unknown");
    const direct = new TestBrowser(server.app);
    await direct.apply("care", intake, { ...unfit, email: "ada@example.com", phone: "3035550123" });
    await deliver(server);
    expect(company.requests).toHaveLength(1);
  });

  test("visitors without a touch who then come from an ad without a click id are reported too", async () => {
    const company = await startWith({}, { allowAnonymous: true });
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(intake);
    await browser.fillIn("care", intake, unfit);
    server.clock.now += days(1);
    // A later visit to the plain page changes nothing.
    for (const page of [talrooIntake, intake]) await browser.get(page);
    await browser.submit("care", talrooIntake);
    await deliver(server);
    expect(company.requests.map(({ url }) => url)).toEqual(["/conversion2.php?p=77&sid="]);
    const row = await server.database.db
      .selectFrom("applications")
      .select(["source", "first_touch"])
      .executeTakeFirstOrThrow();
    expect(row.source).toBe("talroo-unknown");
    expect(JSON.parse(row.first_touch).source).toBe("direct");
  });

  test.each([
    ["came from no ad", intake, {}, {}],
    ["sends Global Privacy Control", landing, { "sec-gpc": "1" }, {}],
    ["meets a source that offers no choice", landing, {}, { privacy: { mayDecline: false } }],
  ])("the checkbox is not shown to somebody who %s", async (_who, start, headers, source) => {
    const company = await startWith({}, source);
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app, headers);
    await browser.get(start);
    const [page = ""] = start.split("?");
    await browser.fillIn("care", page);
    const last = await browser.get(`${page}?step=last`);
    expect(last.body).toContain("may text me about my application");
    expect(last.body).not.toContain("Do not tell the ad company");
  });

  test.each([
    ["the signal", { "sec-gpc": "1" }, {}, "Global Privacy Control"],
    ["the tick", {}, { declinesAdNotes: "yes" }, "declined by the applicant"],
  ])("%s before a delayed conversion prevents it", async (_what, headers, tick, reason) => {
    const company = await startWithStarted({ delayMinutes: 60 });
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake, unfit);
    expect(await rowsOf(server)).toMatchObject([{ event: "started", state: "waiting" }]);
    const last = { ...unfit, ...tick, ageConfirmed: "yes", termsConsent: "yes" };
    await browser.post(talrooIntake, { [intakeNames.step]: "last", ...last }, undefined, headers);
    server.clock.now += hours(1);
    await deliver(server);
    expect(company.requests).toEqual([]);
    const rows = await rowsOf(server);
    expect(rows).toMatchObject([{ event: "started", state: "skipped", reason }]);
    expect(JSON.stringify(rows)).not.toContain(sid);
  });

  test("a request not to share, from the person's address, prevents a waiting conversion", async () => {
    const company = await startWithStarted({ delayMinutes: 60 });
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake, unfit);
    const { email_key: email } = await server.database.db
      .selectFrom("applications")
      .select("email_key")
      .executeTakeFirstOrThrow();
    expect(email).not.toBe("");
    await server.database.write((trx) => noteOptOut(trx, { uid: null, email }, "request", 1));
    server.clock.now += hours(1);
    await deliver(server);
    expect(company.requests).toEqual([]);
    expect(await rowsOf(server)).toMatchObject([{ reason: "asked not to sell or share" }]);
  });

  test("visitors who come from an ad midway get the checkbox on every response, and it stays checked", async () => {
    const company = await startAdCompany();
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.fillIn("care", intake, unfit);
    server.clock.now += minutes(1);
    await browser.get(landing);
    const tick = { [intakeNames.step]: "last", ...unfit, declinesAdNotes: "yes" };
    const invalid = await browser.post(talrooIntake, tick);
    expect(invalid.statusCode).toBe(422);
    const offered = { adNotes: true, answers: { declinesAdNotes: "yes" } };
    expect(stateOf(invalid)?.recruiting).toMatchObject(offered);
    expect((await browser.draft("care")).json()).toMatchObject(offered);
    const other = await browser.post(talrooIntake, tick, "mail-link");
    expect(stateOf(other)?.recruiting).toMatchObject(offered);
    const odd = await browser.post(talrooIntake, tick, "dance");
    expect(odd.statusCode).toBe(400);
    expect(stateOf(odd)?.recruiting).toMatchObject(offered);
  });

  test("a page without the checkbox keeps it checked", async () => {
    const company = await startWithStarted({ delayMinutes: 60 });
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake, { declinesAdNotes: "yes" });
    server.clock.now += minutes(1);
    await browser.get(`${intake}?utm_source=flyer`);
    const plain = { ageConfirmed: "yes", termsConsent: "yes", workAuthorized: "Yes" };
    await browser.post(intake, { [intakeNames.step]: "last", ...plain });
    server.clock.now += hours(1);
    await deliver(server);
    expect(company.requests).toEqual([]);
    expect(await rowsOf(server)).toMatchObject([{ event: "started", state: "skipped" }]);
  });

  test.each(["constructor", "__proto__"])(
    "an ad of the source %s is treated like any other",
    async (name) => {
      const company = await startAdCompany();
      const server = await openTestApp(createDatabase, company.settings);
      const browser = new TestBrowser(server.app);
      await browser.get(`${intake}?utm_source=${name}`);
      await browser.apply("care");
      expect(await rowsOf(server)).toEqual([]);
    },
  );

  test.each([
    ["the signal", { "sec-gpc": "1" }, {}],
    ["the tick", {}, { declinesAdNotes: "yes" }],
  ])(
    "%s of a second application stops the first one's conversion, joined or not",
    async (_what, headers, tick) => {
      const company = await startWith({ delayMinutes: 60 });
      const server = await openTestApp(createDatabase, company.settings);
      const browser = new TestBrowser(server.app);
      await browser.get(landing);
      await browser.apply("care", talrooIntake, unfit);
      await new TestBrowser(server.app, headers).apply("care", intake, { ...unfit, ...tick });
      server.clock.now += hours(1);
      await deliver(server);
      expect(company.requests).toEqual([]);
      expect((await rowsOf(server))[0]).toMatchObject({ event: "completed", state: "skipped" });
    },
  );

  test("the checkbox is not shown if the company's settings have no events", async () => {
    const company = await startAdCompany(undefined, () => ({
      talroo: { clickId: "tlr_sid", events: [] },
    }));
    const server = await openTestApp(createDatabase, company.settings);
    const browser = new TestBrowser(server.app);
    await browser.get(landing);
    await browser.fillIn("care", talrooIntake);
    const last = await browser.get(`${talrooIntake}?step=last`);
    expect(last.body).toContain("may text me about my application");
    expect(last.body).not.toContain("Do not tell the ad company");
  });
});
