import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { stateOf, TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { days } from "../../../platform/contract/durations.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { intakeNames, tracks } from "../contract/recruiting-endpoints.ts";

const { step } = intakeNames;

function rowsOf({ database }: TestApp) {
  return database.db.selectFrom("applications").select("status").execute();
}

describeEachDialect("markets and the wait list", (_open, createDatabase, engine) => {
  const { getStarted, intake } = tracks.care;
  const openMarkets = ["802"];
  const closed = {
    name: "Grace Okafor",
    email: "grace@example.com",
    phone: "",
    zip: "10001",
    consent: "yes",
  };

  test("a closed market leads to the wait list; its record is stored once", async () => {
    const server = await openTestApp(createDatabase, {}, undefined, { openMarkets });
    const browser = new TestBrowser(server.app);
    const shown = await browser.post(getStarted, { zip: "10001", [step]: "zip" });
    expect(stateOf(shown)?.recruiting).toMatchObject({
      view: "waitlist",
      answers: { zip: "10001" },
    });
    for (const _ of [1, 2]) {
      const listed = await browser.post(getStarted, { ...closed, [step]: "waitlist" });
      expect(listed.statusCode).toBe(200);
      expect(stateOf(listed)?.recruiting).toMatchObject({ view: "listed" });
    }
    expect(await server.submissions()).toMatchObject([
      {
        collection: "RecruitingWaitlist",
        data: { name: "Grace Okafor", zip: "10001", track: "care", consentVersion: "2026-11-21" },
      },
    ]);
    expect(await rowsOf(server)).toEqual([]);
  });

  test("people with a draft get a link; others see the same message", async () => {
    const server = await openTestApp(createDatabase);
    await new TestBrowser(server.app).fillIn("care");
    const ask = (email: string) =>
      new TestBrowser(server.app).post(getStarted, { email, [step]: "link" });
    for (const email of ["grace.okafor@example.com", "nobody@example.com"]) {
      expect(stateOf(await ask(email))?.recruiting).toMatchObject({ view: "mailed" });
    }
    const emails = await server.database.db
      .selectFrom("mail_outbox")
      .select(["kind", "recipient"])
      .execute();
    expect(emails).toEqual([{ kind: "application-link", recipient: "Grace.Okafor@example.com" }]);
    expect((await ask("nobody")).statusCode).toBe(422);
  });

  test("who sent the application already gets its reference, in an answer to the same conversation", async () => {
    const server = await openTestApp(createDatabase);
    const reference = await new TestBrowser(server.app).apply("care");
    const ask = (email: string, page: string) =>
      new TestBrowser(server.app).post(page, { email, [step]: "link" });
    const sent = () =>
      server.database.db
        .selectFrom("mail_outbox")
        .innerJoin("conversation_sent_emails", "conversation_sent_emails.id", "mail_outbox.id")
        .select(["mail_outbox.recipient", "subject", "text"])
        .where("mail_outbox.kind", "=", "application-sent-before")
        .execute();
    await ask("GRACE.okafor@example.com", tracks.pro.getStarted);
    expect(await sent()).toEqual([]);
    const page = await ask("GRACE.okafor@example.com", getStarted);
    // The page is the same for everyone: it does not reveal who applied.
    expect(stateOf(page)?.recruiting).toMatchObject({ view: "mailed" });
    expect(page.body).not.toContain(reference);
    expect(await sent()).toEqual([
      {
        recipient: "Grace.Okafor@example.com",
        subject: `You already sent your caregiver application (${reference})`,
        text: expect.stringContaining(`You already sent it. Your reference is ${reference}.`),
      },
    ]);
    server.clock.now += days(facts.sameApplicantDays + 1);
    await ask("GRACE.okafor@example.com", getStarted);
    expect(await sent()).toHaveLength(1);
  });

  if (engine !== "sqlite") return;

  test("an open market redirects to the form with the ZIP code filled in", async () => {
    const { app } = await openTestApp(createDatabase, {}, undefined, { openMarkets });
    const browser = new TestBrowser(app);
    const response = await browser.post(getStarted, { zip: "80202", [step]: "zip" });
    expect(response.headers.location).toBe(intake);
    expect((await browser.state(intake))?.recruiting).toMatchObject({
      answers: { zip: "80202" },
      done: [],
    });
  });

  test.each([
    [{ ...closed, consent: "" }, "consent"],
    [{ ...closed, email: "", phone: "" }, "email"],
    [{ ...closed, email: "grace" }, "email"],
    [{ ...closed, phone: "12" }, "phone"],
    [{ ...closed, name: "" }, "name"],
    [{ ...closed, zip: "1" }, "zip"],
  ])("the list rejects %j", async (answers, field) => {
    const server = await openTestApp(createDatabase, {}, undefined, { openMarkets });
    const rejected = await new TestBrowser(server.app).post(getStarted, {
      ...answers,
      [step]: "waitlist",
    });
    expect(rejected.statusCode).toBe(422);
    const state = stateOf(rejected);
    expect(Object.keys(state?.errors ?? {})).toEqual([field]);
    expect(state?.recruiting).toMatchObject({ view: "waitlist", answers });
    expect(await server.submissions()).toEqual([]);
  });

  test("a phone number alone is enough for the wait list", async () => {
    const server = await openTestApp(createDatabase, {}, undefined, { openMarkets });
    const answers = { ...closed, email: "", phone: "303-555-0142", [step]: "waitlist" };
    expect(
      stateOf(await new TestBrowser(server.app).post(getStarted, answers))?.recruiting,
    ).toMatchObject({ view: "listed" });
  });

  test("a closed ZIP code typed in the form itself is rejected there, and on sending", async () => {
    const server = await openTestApp(createDatabase, {}, undefined, { openMarkets });
    const browser = new TestBrowser(server.app);
    await expect(browser.fillIn("care")).rejects.toThrow("about: 422");
    const sent = await browser.post(intake, { [step]: "check" });
    expect(sent.statusCode).toBe(422);
    expect(await rowsOf(server)).toMatchObject([{ status: "draft" }]);
  });

  test("an invalid ZIP code is kept for correction", async () => {
    const { app } = await openTestApp(createDatabase);
    const rejected = await new TestBrowser(app).post(getStarted, { zip: "8020", [step]: "zip" });
    expect(rejected.statusCode).toBe(422);
    expect(stateOf(rejected)).toMatchObject({
      errors: { zip: "ZIP code is invalid." },
      recruiting: { view: "zip", answers: { zip: "8020" } },
    });
  });
});
