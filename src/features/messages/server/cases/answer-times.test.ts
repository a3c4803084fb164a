import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import {
  type AnswerTimesResponse,
  answerTimeEndpoints,
  timedForms,
  usualAnswerHours,
} from "../../contract/answer-times.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import { feedbackForm } from "../../contract/forms/feedback.ts";
import { usualHolidays } from "../../contract/holidays.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";

const helen = { name: "Helen", email: "helen@example.com", phone: "", message: "Hello" };
const path = pathOf(answerTimeEndpoints.read);
const at = (time: string) => Date.parse(`${time}-07:00`);
const iso = (time: string) => new Date(at(time)).toISOString();

const usual = {
  ...Object.fromEntries(timedForms.map((form) => [form, usualAnswerHours])),
  WorryReports: 1,
  BarrierReports: 18,
};
const holidays = usualHolidays;

describeEachDialect("answer times", (_open, createDatabase, engine) => {
  test("apply to new and reopened messages; open ones keep their due time", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock } = testApp;
    clock.now = at("2026-11-20T10:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const before = (await admin.request("GET", path)).json<AnswerTimesResponse>();
    expect(before.hours).toEqual(usual);
    expect(before.dueNow[2]).toBe(iso("2026-11-20T12:00"));
    const due = async (reference: string) =>
      (await admin.request("GET", pathOf(inboxEndpoints.read).replace(":id", reference))).json();
    const open = await submitForm(testApp, helen);
    await makeAllCases(testApp);

    const shorter = { ...usual, [contactForm.collection]: 2, [feedbackForm.collection]: 45 };
    const saved = await admin.request("PUT", path, { hours: shorter, holidays });
    expect(saved.json()).toMatchObject({ hours: shorter });
    await admin.request("PUT", path, { hours: shorter, holidays });
    const next = await submitForm(testApp, { ...helen, message: "Once more" });
    await makeAllCases(testApp);
    expect((await due(open)).dueAt).toBe(iso("2026-11-23T10:00"));
    expect((await due(next)).dueAt).toBe(iso("2026-11-20T12:00"));

    const change = async (status: string) => {
      const { version } = await due(open);
      const url = pathOf(inboxEndpoints.change).replace(":id", open);
      await admin.request("PATCH", url, { version, edit: { status } });
    };
    await change("waiting");
    clock.now = at("2026-11-20T10:30");
    await change("in-progress");
    expect((await due(open)).dueAt).toBe(iso("2026-11-20T12:30"));
    // Never answered: closed by mistake and reopened, its first clock goes on.
    clock.now = at("2026-11-20T11:00");
    const { version } = await due(next);
    const url = pathOf(inboxEndpoints.change).replace(":id", next);
    await admin.request("PATCH", url, { version, edit: { status: "done" } });
    expect(await due(next)).toMatchObject({ dueAt: null, answer: "without-reply" });
    clock.now = at("2026-11-23T11:00");
    const again = await signInStaff(testApp, ["admin"], "Lena Sato");
    const edit = { status: "in-progress" };
    await again.request("PATCH", url, { version: version + 1, edit });
    const reopened = (await again.request("GET", url)).json();
    expect(reopened).toMatchObject({ dueAt: iso("2026-11-20T12:00"), isOverdue: true });
    const changes = (await readAudit(testApp)).filter(
      ([, , , target]) => target === "Answer times",
    );
    expect(changes.map(([, , what]) => what)).toEqual([
      "Answer time of Contact: one working day to two working hours",
      "Answer time of Feedback: one working day to five working days",
    ]);
  });

  test("an answer is on time by the due time that the message got when it arrived", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, database } = testApp;
    clock.now = at("2026-11-20T09:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const reference = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    await admin.request("PUT", path, {
      hours: { ...usual, [contactForm.collection]: 1 },
      holidays,
    });
    clock.now = at("2026-11-20T11:00");
    const url = pathOf(inboxEndpoints.change).replace(":id", reference);
    const lena = await signInStaff(testApp, ["admin"], "Lena Sato");
    const answered = await lena.request("PATCH", url, { version: 1, edit: { status: "waiting" } });
    expect(answered.statusCode).toBe(200);
    const rows = await database.db.selectFrom("cases").select("answer_in_time").execute();
    expect(rows).toEqual([{ answer_in_time: 1 }]);
  });

  test("holidays of the office stop the clock: federal ones to pick, and days of its own", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock } = testApp;
    clock.now = at("2026-11-10T12:00");
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const first = (await admin.request("GET", path)).json<AnswerTimesResponse>();
    expect(first.holidays).toEqual(usualHolidays);
    expect(first.nextFederal["Veterans Day"]).toBe("2026-11-11");
    expect(first.nextFederal["New Year’s Day"]).toBe("2027-01-01");
    const chosen = {
      federal: usualHolidays.federal.filter((name) => name !== "Veterans Day"),
      own: [{ day: "2026-11-12", name: "Summer party" }],
    };
    const saved = await admin.request("PUT", path, { hours: usual, holidays: chosen });
    expect(saved.json()).toMatchObject({ holidays: chosen });
    const dueOf = async (reference: string) =>
      (await admin.request("GET", pathOf(inboxEndpoints.read).replace(":id", reference))).json();
    const worked = await submitForm(testApp, helen);
    await makeAllCases(testApp);
    expect((await dueOf(worked)).dueAt).toBe(iso("2026-11-11T12:00"));
    clock.now = at("2026-11-11T12:00");
    const again = await signInStaff(testApp, ["admin"], "Lena Sato");
    const over = await submitForm(testApp, { ...helen, message: "Before the party" });
    await makeAllCases(testApp);
    const { dueAt } = (
      await again.request("GET", pathOf(inboxEndpoints.read).replace(":id", over))
    ).json();
    expect(dueAt).toBe(iso("2026-11-13T12:00"));
    const changes = (await readAudit(testApp)).map(([, , what]) => what);
    expect(changes).toContain("Holiday added: Summer party (2026-11-12)");
    expect(changes).toContain("Holiday removed: Veterans Day");
    for (const wrong of [
      { federal: ["Festivus"], own: [] },
      { federal: [], own: [{ day: "2026-02-30", name: "No day" }] },
      { federal: [], own: [chosen.own[0], chosen.own[0]] },
      { federal: [], own: [{ day: "2026-11-12", name: " " }] },
    ]) {
      const response = await again.request("PUT", path, { hours: usual, holidays: wrong });
      expect(response.statusCode).toBe(400);
    }
  });

  if (engine !== "sqlite") return;

  test("never exceed what the page promises; changing them needs the settings permission", async () => {
    const testApp = await openTestApp(createDatabase);
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const agent = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    expect((await agent.request("GET", path)).statusCode).toBe(403);
    expect((await agent.request("PUT", path, { hours: usual, holidays })).statusCode).toBe(403);
    for (const hours of [
      { ...usual, [contactForm.collection]: 2 * usualAnswerHours },
      { ...usual, WorryReports: 2 },
      { ...usual, BarrierReports: 27 },
      { ...usual, [feedbackForm.collection]: 3 },
      { ...usual, NewsletterRegistration: 1 },
      { [contactForm.collection]: 1 },
      null,
    ]) {
      expect((await admin.request("PUT", path, { hours, holidays })).statusCode).toBe(400);
    }
    // A setting from a version that allowed more is replaced by the usual time.
    const row = { form: contactForm.collection, hours: 2 * usualAnswerHours };
    await testApp.database.write((trx) => trx.insertInto("answer_times").values(row).execute());
    expect((await admin.request("GET", path)).json()).toMatchObject({ hours: usual });
  });
});
