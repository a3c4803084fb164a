import { expect, test } from "vitest";
import { recruitingPaths } from "../../../../tests/support/api-paths.ts";
import {
  shortest,
  shortestAnswers,
  storedAnswers,
} from "../../../../tests/support/applications.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { stateOf, TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { days, minutes } from "../../../platform/contract/durations.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { applicationForms } from "../contract/application-forms.ts";
import { intakeNames, trackNames, tracks } from "../contract/recruiting-endpoints.ts";

const { step: stepName, token: tokenName } = intakeNames;

describeEachDialect("applying", (_open, createDatabase, engine) => {
  test("sent twice, concurrently or later, is one application with one reference", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    await browser.fillIn("pro");
    const { submit } = recruitingPaths("pro");
    const page = { page: tracks.pro.intake };
    const responses = await Promise.all([
      browser.postJson(submit, page),
      browser.postJson(submit, page),
    ]);
    clock.now += minutes(1);
    responses.push(await browser.postJson(submit, page));
    expect(new Set(responses.map((response) => response.json().reference)).size).toBe(1);
    expect(await database.db.selectFrom("applications").select("id").execute()).toHaveLength(1);
    expect(await database.db.selectFrom("mail_outbox").select("id").execute()).toHaveLength(1);
    clock.now += days(1);
    expect((await browser.postJson(submit, page)).json()).toMatchObject({
      code: "application-sent",
    });
  });

  test("a browser that lost its cookie gets a message; its answers are saved", async () => {
    const { app } = await openTestApp(createDatabase);
    const { intake } = tracks.care;
    const browser = new TestBrowser(app);
    const lost = await browser.post(intake, {
      ...shortest.care.experience,
      [stepName]: "experience",
    });
    expect(stateOf(lost)).toMatchObject({
      failure: expect.stringContaining("fill in this page again"),
      recruiting: { step: "about", answers: shortest.care.experience, done: ["experience"] },
    });
    await browser.post(intake, { ...shortest.care.about, [stepName]: "about" });
    expect((await browser.state(intake))?.recruiting).toMatchObject({ step: "last" });
    // A browser that rejects cookies gets the message, too.
    const blocked = await new TestBrowser(app).state(`${intake}?step=experience`);
    expect(blocked).toMatchObject({
      failure: expect.stringContaining("cookies"),
      recruiting: { step: "about" },
    });
    // If nothing was saved at all, the first step is shown.
    const empty = await new TestBrowser(app).post(intake, { [stepName]: "check" });
    expect(empty.statusCode).toBe(409);
    expect(stateOf(empty)?.recruiting).toMatchObject({ step: "about" });
  });

  test("a page left open does not restart an application that another device sent", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const { intake, complete } = tracks.care;
    const browser = new TestBrowser(app);
    await browser.apply("care");
    const last = { ...shortest.care.last, [stepName]: "last" };
    expect((await browser.post(intake, last)).headers.location).toBe(complete);
    const typed = { page: intake, step: "last", answers: { languages: "Yoruba" }, typing: true };
    const call = await browser.postJson(recruitingPaths("care").draft, typed);
    expect(call.json()).toMatchObject({ code: "application-sent" });
    // The same with Back from the completion page.
    expect((await browser.get(`${intake}?step=check`)).headers.location).toBe(complete);
    clock.now += days(1);
    expect((await browser.post(intake, { [stepName]: "check" })).headers.location).toBe(complete);
    expect(await database.db.selectFrom("applications").select("id").execute()).toHaveLength(1);
    // The first page still works for another person who shares the phone.
    expect((await browser.get(intake)).statusCode).toBe(200);
    await browser.post(intake, { ...shortest.care.about, [stepName]: "about" });
    expect(await database.db.selectFrom("applications").select("id").execute()).toHaveLength(2);
  });

  test("the emailed link opens the draft on another device; opening it does not consume it", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { intake } = tracks.care;
    const sent = await browser.post(
      intake,
      { ...shortest.care.about, firstName: "Ada", [stepName]: "about" },
      "mail-link",
    );
    expect(stateOf(sent)?.recruiting).toMatchObject({
      mailedTo: "Grace.Okafor@example.com",
      step: "about",
    });
    const email = await database.db.selectFrom("mail_outbox").selectAll().executeTakeFirstOrThrow();
    const link = /(\/careportal\/intake\?resume=[\w-]+)/.exec(email.text)?.[1] ?? "";
    const other = new TestBrowser(app);
    for (const _ of [1, 2]) {
      const state = await other.state(link);
      expect(state?.recruiting).toMatchObject({ step: "resume", answers: {} });
    }
    const token = link.split("=")[1] ?? "";
    const used = await other.post(intake, { [tokenName]: token }, "resume");
    expect(used.headers.location).toBe(intake);
    expect((await other.state(intake))?.recruiting).toMatchObject({
      answers: { firstName: "Ada" },
    });
    expect(
      JSON.stringify(await database.db.selectFrom("one_time_tokens").selectAll().execute()),
    ).not.toContain(token);
  });

  test("a link is invalid after 14 days, after sending, or if forged", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { intake } = tracks.care;
    await browser.fillIn("care");
    await browser.postJson(recruitingPaths("care").emailLink);
    const email = await database.db.selectFrom("mail_outbox").selectAll().executeTakeFirstOrThrow();
    const token = /resume=([\w-]+)/.exec(email.text)?.[1] ?? "";
    const rejections = async (text: string) => {
      const other = new TestBrowser(app);
      expect((await other.state(`${intake}?resume=${text}`))?.failure).toContain(
        "already used or is too old",
      );
      const response = await other.post(intake, { [tokenName]: text }, "resume");
      expect(response.statusCode).toBe(410);
      expect(await other.state(intake)).toBeUndefined();
    };
    await rejections("made-up");
    clock.now += days(facts.keep.continueLinkDays) - 1;
    expect(
      (await new TestBrowser(app).state(`${intake}?resume=${token}`))?.recruiting,
    ).toMatchObject({
      step: "resume",
    });
    clock.now += 1;
    await rejections(token);
    await browser.postJson(recruitingPaths("care").emailLink);
    await browser.submit("care");
    const tokens = await database.db
      .selectFrom("one_time_tokens")
      .select("kind")
      .where("expires_at", ">", clock.now)
      .execute();
    expect(tokens).toEqual([]);
  });

  test("at most three links an hour are emailed, and only to a valid address", async () => {
    const { app } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { emailLink, draft } = recruitingPaths("pro");
    expect((await browser.postJson(emailLink)).json()).toMatchObject({ code: "no-draft" });
    await browser.postJson(draft, { step: "about", answers: { email: "grace@" }, typing: true });
    expect((await browser.postJson(emailLink)).json()).toMatchObject({
      fields: { email: "Email is invalid." },
    });
    await browser.postJson(draft, {
      step: "about",
      answers: { email: "grace@example.com" },
      typing: true,
    });
    for (const _ of [1, 2, 3])
      expect((await browser.postJson(emailLink)).json()).toMatchObject({
        mailedTo: "grace@example.com",
      });
    expect((await browser.postJson(emailLink)).statusCode).toBe(429);
  });

  test("discarding deletes the draft", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    await browser.fillIn("care");
    await browser.post(tracks.care.intake, {}, "discard");
    expect(await database.db.selectFrom("applications").select("id").execute()).toEqual([]);
    expect(await browser.state(tracks.care.intake)).toBeUndefined();
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("the reference is shown to this browser only, and for half an hour", async () => {
    const { app, clock } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    await browser.apply("care");
    expect(await new TestBrowser(app).state(tracks.care.complete)).toBeUndefined();
    expect(await browser.state(tracks.pro.complete)).toBeUndefined();
    clock.now += minutes(facts.application.completionMinutes);
    expect(await browser.state(tracks.care.complete)).toBeUndefined();
  });

  test("a rejected step shows its errors, keeps every answer, and is saved regardless", async () => {
    const { app } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const answers = { ...shortest.care.about, zip: "no", city: "Loveland" };
    const rejected = await browser.post(tracks.care.intake, { ...answers, [stepName]: "about" });
    expect(rejected.statusCode).toBe(422);
    expect(rejected.body).toContain("<title>Error: ");
    expect(stateOf(rejected)).toMatchObject({
      errors: { zip: "ZIP code is invalid." },
      recruiting: { step: "about", answers, done: [] },
    });
    const later = await browser.state(tracks.care.intake);
    expect(later?.recruiting).toMatchObject({ step: "about", answers });
  });

  test("Back keeps what was typed without checking it", async () => {
    const { app } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { intake } = tracks.care;
    await browser.post(intake, { ...shortest.care.about, [stepName]: "about" });
    const back = await browser.post(intake, { hasCar: "Yes", [stepName]: "experience" }, "back");
    expect(back.headers.location).toBe(`${intake}?step=about`);
    expect((await browser.state(`${intake}?step=about`))?.recruiting).toMatchObject({
      step: "about",
      done: ["about"],
    });
    expect((await browser.state(intake))?.recruiting).toMatchObject({
      step: "experience",
      answers: { hasCar: "Yes" },
    });
    expect((await browser.state(`${intake}?step=check`))?.recruiting).toMatchObject({
      step: "experience",
    });
  });

  test("an answer is kept while its question is not shown, and not sent", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { intake } = tracks.care;
    const car = { hasCar: "Yes", licenseAndInsurance: "Yes" };
    const experience = { ...shortest.care.experience, [stepName]: "experience" };
    await browser.fillIn("care");
    await browser.post(intake, { ...experience, ...car });
    await browser.post(intake, { ...experience, hasCar: "No" });
    const state = await browser.state(`${intake}?step=experience`);
    expect(state?.recruiting).toMatchObject({ answers: { ...car, hasCar: "No" } });
    await browser.submit("care");
    const { answers } = await database.db
      .selectFrom("applications")
      .select("answers")
      .executeTakeFirstOrThrow();
    expect(JSON.parse(answers)).not.toHaveProperty("licenseAndInsurance");
  });

  test("sending an unfinished application shows the first step with an error", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    await browser.fillIn("care");
    await browser.post(tracks.care.intake, { hasCar: "Yes", [stepName]: "experience" }, "back");
    const rejected = await browser.post(tracks.care.intake, { [stepName]: "check" });
    expect(rejected.statusCode).toBe(422);
    expect(stateOf(rejected)?.recruiting).toMatchObject({ step: "experience" });
    expect(Object.keys(stateOf(rejected)?.errors ?? {})).toContain("licenseAndInsurance");
    const rows = await database.db.selectFrom("applications").select("status").execute();
    expect(rows).toEqual([{ status: "draft" }]);
  });

  test.each([
    [{ step: "about" }, 400],
    [{ step: "nowhere", answers: {} }, 400],
    [{ step: "about", answers: { ssn: "1" } }, 400],
    [{ step: "about", answers: { hasCar: "Yes" } }, 400],
    [{ step: "about", answers: [] }, 400],
  ])("rejects %j", async (change, status) => {
    const { app, database } = await openTestApp(createDatabase);
    const response = await new TestBrowser(app).postJson(recruitingPaths("care").draft, change);
    expect(response.statusCode).toBe(status);
    expect(await database.db.selectFrom("applications").select("id").execute()).toEqual([]);
  });

  test("another site's page can neither read nor change a draft", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app, { "sec-fetch-site": "cross-site" });
    const response = await browser.post(tracks.care.intake, {
      ...shortest.care.about,
      [stepName]: "about",
    });
    expect(response.statusCode).toBe(403);
    expect(await database.db.selectFrom("applications").select("id").execute()).toEqual([]);
  });

  test.each(trackNames)(
    "%s: every step posts, responds with a page, and one record is stored",
    async (track) => {
      const { app, database, clock } = await openTestApp(createDatabase);
      const { intake, talrooIntake, complete, talrooComplete } = tracks[track];
      const form = applicationForms[track];
      const browser = new TestBrowser(app);
      const first = await browser.get(intake);
      expect(first.statusCode).toBe(200);
      expect(stateOf(first)).toBeUndefined();
      for (const page of [intake, talrooIntake, complete, talrooComplete]) {
        const { body } = await new TestBrowser(app).get(page);
        expect(body, page).toContain('<meta name="robots" content="noindex"');
      }
      for (const [step, answers] of Object.entries(shortest[track])) {
        clock.now += minutes(1);
        const response = await browser.post(intake, { ...answers, [stepName]: step });
        expect(response.statusCode).toBe(303);
        const state = await browser.state(String(response.headers.location));
        expect(state?.recruiting).toMatchObject({ kind: "intake", answers });
      }
      const review = await browser.state(intake);
      expect(review?.recruiting).toMatchObject({ step: "check", answers: shortestAnswers(track) });
      expect(await browser.submit(track)).toBe(complete);
      const rows = await database.db.selectFrom("applications").selectAll().execute();
      expect(rows).toHaveLength(1);
      const [row] = rows;
      expect(row).toMatchObject({
        track,
        status: "new",
        source: "direct",
        email_key: "grace.okafor@example.com",
        phone_key: "9705550188",
      });
      expect(JSON.parse(row?.answers ?? "")).toMatchObject(storedAnswers(track));
      expect(Object.keys(JSON.parse(row?.steps ?? ""))).toEqual(form.steps.map(({ id }) => id));
      expect(JSON.parse(row?.consents ?? "")).toMatchObject({
        terms: { version: "2026-11-21", at: new Date(clock.now).toISOString() },
      });
      expect(JSON.parse(row?.consents ?? "")).not.toHaveProperty("sms");
      const shown = await browser.state(complete);
      expect(shown?.recruiting).toMatchObject({
        kind: "complete",
        reference: row?.reference,
        firstName: "Grace",
        outcome: "received",
      });
      const emails = await database.db
        .selectFrom("mail_outbox")
        .select(["kind", "recipient", "text"])
        .execute();
      expect(emails).toMatchObject([
        { kind: "application-received", recipient: "Grace.Okafor@example.com" },
      ]);
      expect(emails[0]?.text).toContain(row?.reference);
    },
  );

  test("scripts save while somebody types, and continue by JSON", async () => {
    const { app } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { draft, submit, discard } = recruitingPaths("care");
    const page = tracks.care.intake;
    const typing = await browser.postJson(draft, {
      page,
      step: "about",
      answers: { firstName: "Gr" },
      typing: true,
    });
    expect(typing.json()).toMatchObject({ step: "about", answers: { firstName: "Gr" }, done: [] });
    const invalid = await browser.postJson(draft, {
      page,
      step: "about",
      answers: { lastName: "O" },
    });
    expect(invalid.statusCode).toBe(422);
    expect(Object.keys(invalid.json().fields)).toEqual(["email", "phone", "zip"]);
    for (const [step, answers] of Object.entries(shortest.care)) {
      const saved = await browser.postJson(draft, { page, step, answers });
      expect(saved.statusCode).toBe(200);
    }
    expect((await browser.get(draft)).json()).toMatchObject({
      step: "check",
      answers: shortestAnswers("care"),
    });
    expect((await browser.postJson(submit, { page })).json()).toMatchObject({
      next: tracks.care.complete,
    });
    expect((await browser.get(draft)).json()).toMatchObject({ answers: {}, done: [] });
    expect((await browser.postJson(discard)).statusCode).toBe(200);
  });
});
