import { expect, test } from "vitest";
import { makeAllCases } from "../../../../../tests/support/cases.ts";
import { postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { linkIn, readEmails } from "../../../../../tests/support/emails.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { days } from "../../../../platform/contract/durations.ts";
import {
  sentQuery,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { answerTimesOf, usualAnswerHours } from "../../contract/answer-times.ts";
import { conversationNames } from "../../contract/conversations.ts";
import { cancellationForm } from "../../contract/forms/cancellation.ts";

const plan = cancellationForm.fields[0]?.options?.[0] ?? "";
const ruth = { plan, name: "Ruth Abernathy", email: "ruth@example.com" };

async function cancel(testApp: TestApp): Promise<string> {
  const { statusCode, headers } = await postTo(testApp, paths.cancel, ruth);
  expect(statusCode).toBe(303);
  await makeAllCases(testApp);
  return String(headers.location).replace(`${paths.cancel}?${sentQuery}=`, "");
}

describeEachDialect("/cancel", (_open, createDatabase) => {
  async function openSite() {
    const testApp = await openTestApp(createDatabase);
    // A Friday at nine in the morning in Denver.
    testApp.clock.now = Date.UTC(2026, 10, 6, 16);
    return testApp;
  }
  const readCase = ({ database: { db } }: TestApp) =>
    db.selectFrom("cases").selectAll().executeTakeFirstOrThrow();
  const readMessages = ({ database: { db } }: TestApp) =>
    db.selectFrom("conversation_entries").select("text").execute();

  test("one press is a case due in one business day, and says so on screen and by email at once", async () => {
    const testApp = await openSite();
    const reference = await cancel(testApp);
    // A second press is the same cancellation.
    expect(await cancel(testApp)).toBe(reference);
    const { form, due_at: dueAt } = await readCase(testApp);
    expect([form, Number(dueAt)]).toEqual([cancellationForm.collection, Date.UTC(2026, 10, 9, 16)]);
    expect(answerTimesOf(form).every(([hours]) => hours <= usualAnswerHours)).toBe(true);
    const { body } = await testApp.app.inject(`${paths.cancel}?${sentQuery}=${reference}`);
    for (const words of [reference, "Your plan is canceled", "You do not have to."]) {
      expect([words, body.includes(words)]).toEqual([words, true]);
    }
    const emails = (await readEmails(testApp.database)).filter(
      ({ recipient }) => recipient === ruth.email,
    );
    expect(emails.map(({ kind }) => kind)).toEqual(["acknowledgement"]);
    expect(emails[0]?.text).toContain("Your plan is canceled as of now.");
  });

  test("a reason is asked afterwards, counts once, and nobody has to give one", async () => {
    const testApp = await openSite();
    const reference = await cancel(testApp);
    const send = async (reason: string, of = reference) =>
      (await postTo(testApp, `${paths.cancel}/reason`, { reason, reference: of })).statusCode;
    expect(await send("I would rather not say")).toBe(200);
    expect(await send("Anything else")).toBe(200);
    expect(await readMessages(testApp)).toEqual([]);
    for (let time = 0; time < 2; time += 1) expect(await send("It costs too much")).toBe(200);
    expect(await readMessages(testApp)).toEqual([{ text: "Why: It costs too much." }]);
    expect(await send("It costs too much", "K7MP4R2X")).toBe(404);
    expect(await send("It costs too much", "x")).toBe(404);
    testApp.clock.now += days(1);
    expect(await send("Something went wrong")).toBe(404);
    expect((await readEmails(testApp.database)).map(({ kind }) => kind)).not.toContain(
      "message-copy",
    );
  });

  test("the link of the email keeps the plan after all", async () => {
    const testApp = await openSite();
    await cancel(testApp);
    const { pathname } = (await linkIn(testApp.database, "acknowledgement")).url;
    const asked = await testApp.app.inject(`${pathname}?${conversationNames.ask}`);
    expect(asked.body.includes("Yes, keep my plan")).toBe(true);
    await postTo(testApp, pathname, { [conversationNames.act]: "take-back" });
    expect((await readCase(testApp)).status).toBe("taken-back");
  });

  test("is confirmed, never spam, and ends with staff alone, whatever else came from the address", async () => {
    const testApp = await openSite();
    const { database } = testApp;
    for (let count = 0; count < 6; count += 1) {
      const payload = { name: "R", phone: "", email: ruth.email, message: `Words ${count}` };
      await testApp.app.inject({ method: "POST", url: "/api/submissions/ContactForm", payload });
    }
    const pot = { [submissionExtras.honeypot]: "filled by a password manager" };
    expect((await postTo(testApp, paths.cancel, { ...ruth, ...pot })).statusCode).toBe(303);
    await makeAllCases(testApp);
    const readOwn = () =>
      database.db
        .selectFrom("cases")
        .selectAll()
        .where("form", "=", cancellationForm.collection)
        .executeTakeFirstOrThrow();
    expect((await readOwn()).scope).not.toBe("spam");
    const own = (await readEmails(database)).filter(({ text }) =>
      text.includes("plan is canceled"),
    );
    expect(own).toHaveLength(1);
    expect(own[0]?.text).toContain("press the button and keep your plan");
    const [link = ""] = /\/messages\/[\w-]+/.exec(own[0]?.text ?? "") ?? [];
    await postTo(testApp, link, { [conversationNames.act]: "solved" });
    expect((await readOwn()).status).toBe("new");
  });

  test("says at the field what is missing, and that the plan goes on", async () => {
    const testApp = await openSite();
    const { statusCode, body } = await postTo(testApp, paths.cancel, { plan, email: "x" });
    expect([statusCode, body.includes("Email is invalid.")]).toEqual([422, true]);
    const person = await signUp(testApp.app, { email: ruth.email });
    const page = await person.request("GET", paths.cancel);
    expect(page.body.includes('value="ruth@example.com"')).toBe(true);
  });
});
