import { expect, test } from "vitest";
import { describeOnSqlite } from "../../../../tests/support/dialects.ts";
import { stateOf, TestBrowser } from "../../../../tests/support/recruiting.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { intakeNames, tracks } from "../contract/recruiting-endpoints.ts";

const { step: stepName } = intakeNames;

describeOnSqlite("what applicants answer", (_open, createDatabase) => {
  test("applicants who may not work are stored as not eligible, and notified", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    await browser.fillIn("care", tracks.care.intake, { workAuthorized: "No", smsConsent: "yes" });
    const next = await browser.submit("care");
    expect((await browser.state(next))?.recruiting).toMatchObject({ outcome: "not-eligible" });
    const row = await database.db.selectFrom("applications").selectAll().executeTakeFirstOrThrow();
    expect(row.status).toBe("not-eligible");
    expect(JSON.parse(row.consents)).toMatchObject({ sms: { version: "2026-11-21" } });
  });

  test("a chosen plan is carried over to the application", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const browser = new TestBrowser(app);
    const { getStarted, intake } = tracks.pro;
    expect((await browser.state(`${getStarted}?plan=annual`))?.recruiting).toMatchObject({
      view: "zip",
      plan: "annual",
    });
    const wrong = await browser.post(`${getStarted}?plan=annual`, { [stepName]: "zip", zip: "8" });
    expect(stateOf(wrong)?.recruiting).toMatchObject({ view: "zip", plan: "annual" });
    await browser.post(`${getStarted}?plan=annual`, { [stepName]: "zip", zip: "80537" });
    const state = await browser.state(intake);
    expect(state?.recruiting).toMatchObject({
      step: "about",
      answers: { planInterest: "Annual", zip: "80537" },
    });
    // Shown and left unchanged, it is included.
    await browser.fillIn("pro", intake, { planInterest: "Annual" });
    await browser.submit("pro");
    const row = await database.db.selectFrom("applications").selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(row.answers)).toMatchObject({ planInterest: "Annual" });
    expect(await new TestBrowser(app).state(`${getStarted}?plan=nonsense`)).toBeUndefined();
    expect(
      await new TestBrowser(app).state(`${tracks.care.getStarted}?plan=annual`),
    ).toBeUndefined();
  });
});
