import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { readAudit, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { inboxEndpoints, inboxForms } from "../../../contract/desk/inbox.ts";
import {
  type AnswerTimesResponse,
  answerTimeEndpoints,
  usualAnswerHours,
} from "../../../contract/desk/settings/answer-times.ts";
import { pathOf } from "../../../contract/endpoints/define-endpoint.ts";
import { contactForm } from "../../../contract/forms/contact.ts";
import { feedbackForm } from "../../../contract/forms/feedback.ts";

const helen = { name: "Helen", email: "helen@example.com", phone: "", message: "Hello" };
const path = pathOf(answerTimeEndpoints.read);
const at = (time: string) => Date.parse(`${time}-07:00`);
const iso = (time: string) => new Date(at(time)).toISOString();

const usual = Object.fromEntries(Object.keys(inboxForms).map((form) => [form, usualAnswerHours]));

describeEachDialect("answer times", (_open, createDatabase) => {
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
    const saved = await admin.request("PUT", path, { hours: shorter });
    expect(saved.json()).toMatchObject({ hours: shorter });
    await admin.request("PUT", path, { hours: shorter });
    const next = await submitForm(testApp, { ...helen, message: "Once more" });
    await makeAllCases(testApp);
    expect((await due(open)).dueAt).toBe(iso("2026-11-23T10:00"));
    expect((await due(next)).dueAt).toBe(iso("2026-11-20T12:00"));

    const change = async (status: string) => {
      const { version } = await due(open);
      const url = pathOf(inboxEndpoints.change).replace(":id", open);
      await admin.request("PATCH", url, { version, edit: { status } });
    };
    await change("done");
    clock.now = at("2026-11-20T10:30");
    await change("in-progress");
    expect((await due(open)).dueAt).toBe(iso("2026-11-20T12:30"));
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
    await admin.request("PUT", path, { hours: { ...usual, [contactForm.collection]: 1 } });
    clock.now = at("2026-11-20T11:00");
    const url = pathOf(inboxEndpoints.change).replace(":id", reference);
    const lena = await signInStaff(testApp, ["admin"], "Lena Sato");
    const answered = await lena.request("PATCH", url, { version: 1, edit: { status: "done" } });
    expect(answered.statusCode).toBe(200);
    const rows = await database.db.selectFrom("cases").select("answer_in_time").execute();
    expect(rows).toEqual([{ answer_in_time: 1 }]);
  });

  test("never exceed what the page promises; changing them needs the settings permission", async () => {
    const testApp = await openTestApp(createDatabase);
    const admin = await signInStaff(testApp, ["admin"], "Imani Bell");
    const agent = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    expect((await agent.request("GET", path)).statusCode).toBe(403);
    expect((await agent.request("PUT", path, { hours: usual })).statusCode).toBe(403);
    for (const hours of [
      { ...usual, [contactForm.collection]: 2 * usualAnswerHours },
      { ...usual, [feedbackForm.collection]: 3 },
      { ...usual, NewsletterRegistration: 1 },
      { [contactForm.collection]: 1 },
      null,
    ]) {
      expect((await admin.request("PUT", path, { hours })).statusCode).toBe(400);
    }
    // A setting from a version that allowed more is replaced by the usual time.
    const row = { form: contactForm.collection, hours: 2 * usualAnswerHours };
    await testApp.database.write((trx) => trx.insertInto("answer_times").values(row).execute());
    expect((await admin.request("GET", path)).json()).toMatchObject({ hours: usual });
  });
});
