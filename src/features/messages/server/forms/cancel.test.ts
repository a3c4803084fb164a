import { expect, test } from "vitest";
import { makeAllCases } from "../../../../../tests/support/cases.ts";
import { postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { linkIn, readEmails } from "../../../../../tests/support/emails.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { signUp } from "../../../../../tests/support/portal.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import {
  sentQuery,
  submissionExtras,
} from "../../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { answerTimesOf, usualAnswerHours } from "../../contract/answer-times.ts";
import { conversationNames } from "../../contract/conversations.ts";
import { cancellationForm } from "../../contract/forms/cancellation.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";

const plan = cancellationForm.fields[0]?.options?.[0] ?? "";
const ruth = { plan, name: "Ruth Abernathy", email: "ruth@example.com" };

async function cancel(testApp: TestApp): Promise<string> {
  const { statusCode, headers } = await postTo(testApp, paths.cancel, ruth);
  expect(statusCode).toBe(303);
  await makeAllCases(testApp);
  return String(headers.location).replace(`${paths.cancel}?${sentQuery}=`, "");
}

describeEachDialect("/cancel", (_open, createDatabase, engine) => {
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
    const kept = (await testApp.app.inject(pathname)).body;
    expect(kept).toContain("You keep your plan.");
    expect(kept).not.toMatch(/took your message back|taken back/);
  });

  test("is confirmed, as no other form is, while one network floods us", async () => {
    const testApp = await openSite();
    const { app, database } = testApp;
    const send = (collection: string, payload: object) =>
      app.inject({ method: "POST", url: `/api/submissions/${collection}`, payload });
    for (let count = 0; count < 110; count += 1) {
      const message = { name: "R", phone: "", email: `r${count}@example.com`, message: "Words" };
      const sent = { method: "POST", url: "/api/submissions/ContactForm" } as const;
      const remoteAddress = `192.0.2.${count % 10}`;
      await app.inject({ ...sent, remoteAddress, payload: message });
    }
    for (let count = 0; count < 22; count += 1) {
      await send("ContactForm", {
        name: "R",
        phone: "",
        email: "x@example.com",
        message: `${count}`,
      });
    }
    const rights = [
      [cancellationForm.collection, ruth],
      [dataDeletionForm.collection, validValues(dataDeletionForm)],
      ["ContactForm", { name: "R", phone: "", email: ruth.email, message: "Hello" }],
    ] as const;
    for (const [collection, payload] of rights) {
      expect((await send(collection, payload)).statusCode).toBe(201);
    }
    const stored = (await testApp.submissions()).slice(-3);
    expect(stored.map(({ spamReason }) => spamReason)).toEqual([null, null, "many-from-address"]);
    const told = (await readEmails(database)).filter(({ recipient }) => recipient === ruth.email);
    expect(told.map(({ text }) => text.includes("plan is canceled"))).toEqual([true]);
  });

  test("is not solved by a press after it was merged into another message", async () => {
    const testApp = await openSite();
    const { app, database } = testApp;
    const payload = { name: "R", phone: "", email: ruth.email, message: "Hello" };
    const { reference: into } = (
      await app.inject({ method: "POST", url: "/api/submissions/ContactForm", payload })
    ).json();
    const reference = await cancel(testApp);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const path = pathOf(inboxEndpoints.merge).replace(":id", reference);
    expect((await imani.request("PUT", path, { version: 1, into })).statusCode).toBe(200);
    const { pathname } = (await linkIn(database, "acknowledgement")).url;
    expect((await app.inject(pathname)).body).not.toContain("Solved, thank you");
    await postTo(testApp, pathname, { [conversationNames.act]: "solved" });
    const kept = database.db.selectFrom("cases").select("status").where("reference", "=", into);
    expect(await kept.execute()).toEqual([{ status: "new" }]);
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

  if (engine !== "sqlite") return;

  test("says at the field what is missing, and that the plan goes on", async () => {
    const testApp = await openSite();
    const { statusCode, body } = await postTo(testApp, paths.cancel, { plan, email: "x" });
    expect([statusCode, body.includes("Email is invalid.")]).toEqual([422, true]);
    const person = await signUp(testApp.app, { email: ruth.email });
    const page = await person.request("GET", paths.cancel);
    expect(page.body.includes('value="ruth@example.com"')).toBe(true);
  });
});
