import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { readAudit, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { type AnyEndpoint, pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import { conversationSubject } from "../../contract/conversations.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { replyLimits, sendDelaySeconds } from "../../contract/replies.ts";
import { replyEndpoints } from "../../contract/reply-endpoints.ts";
import { farFuture } from "../cases/case-clock.ts";
import { sendDueReplies } from "./send-due.ts";

const helen = { name: "Helen Brandt", email: "helen@example.com", phone: "", message: "Too small" };
const hello = {
  text: "Hello {{first name}},\n\nthat is done on the {{phone model}}.\n\n{{my name}}",
  blanks: { "phone model": "Pixel" },
  statusAfter: "waiting",
  templateId: "",
};

const at = (endpoint: AnyEndpoint, id: string) => pathOf(endpoint).replace(":id", id);

async function openCase(testApp: TestApp) {
  const reference = await submitForm(testApp, helen);
  await makeAllCases(testApp);
  const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
  const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
  const read = async (who = imani) =>
    (await who.request("GET", at(inboxEndpoints.read, reference))).json();
  const send = (reply: object, who = imani) =>
    who.request("POST", at(replyEndpoints.send, reference), reply);
  const replyEmails = async () =>
    (await readEmails(testApp.database)).filter(({ kind }) => kind === "reply");
  const wait = async (ms: number) => {
    testApp.clock.now += ms;
    await sendDueReplies(testApp.context);
  };
  return { reference, imani, paul, read, send, replyEmails, wait };
}

describeEachDialect("a reply", (_open, createDatabase, engine) => {
  test("is sent once after ten seconds, with reference and link, and waits for the answer", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, read, send, replyEmails, wait } = await openCase(testApp);
    const response = await send({ ...hello, version: 1 });
    expect(response.json()).toMatchObject({
      version: 2,
      status: "new",
      draft: null,
      sending: { staffId: imani.id, inMs: seconds(sendDelaySeconds) },
    });
    await wait(seconds(sendDelaySeconds) - 1);
    expect(await replyEmails()).toEqual([]);
    await wait(1);
    // Other nodes, and a restarted process, find nothing left to send.
    await Promise.all([wait(0), wait(0)]);
    const [email, ...others] = await replyEmails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      recipient: helen.email,
      subject: conversationSubject(contactForm.collection, reference),
    });
    expect(email?.text).toContain("Hello Helen,\n\nthat is done on the Pixel.\n\nImani Bell");
    expect(email?.text).toMatch(/\/messages\/[\w-]{64,65}\s/);
    expect(await read()).toMatchObject({
      status: "waiting",
      assigneeId: imani.id,
      isOverdue: false,
      isUndelivered: false,
      dueAt: null,
      sending: null,
      entries: [
        { kind: "message" },
        {
          kind: "reply",
          staffId: imani.id,
          text: "Hello Helen,\n\nthat is done on the Pixel.\n\nImani Bell",
          delivery: { state: "waiting", at: null, reason: "" },
        },
      ],
      history: [
        { what: "Sent a reply", staffId: imani.id },
        { what: "Status: New to Waiting for reply" },
        { what: "Assigned: no one to Imani Bell" },
      ],
    });
    const audit = await readAudit(testApp);
    expect(audit).toContainEqual(["change", "Imani Bell", "Sent a reply", reference]);
    expect(JSON.stringify(audit)).not.toContain("Pixel");
    await makeAllCases(testApp);
    const found = await imani.request("GET", `${pathOf(inboxEndpoints.list)}?q=pixel`);
    expect(found.json()).toMatchObject({ cases: [{ reference }] });
  });

  test("can be undone by its writer until it is sent, and becomes the draft again", async () => {
    const testApp = await openTestApp(createDatabase);
    const { imani, paul, read, send, replyEmails, wait } = await openCase(testApp);
    const { sending } = (await send({ ...hello, version: 1 })).json();
    const undo = at(replyEndpoints.undo, sending.id);
    expect((await paul.request("POST", undo)).statusCode).toBe(404);
    await wait(seconds(9));
    const response = await imani.request("POST", undo);
    expect(response.json()).toMatchObject({ sending: null, draft: hello, version: 3 });
    await wait(minutes(1));
    expect(await replyEmails()).toEqual([]);
    expect((await imani.request("POST", undo)).statusCode).toBe(404);

    const again = (await send({ ...hello, version: 3 })).json();
    await wait(seconds(11));
    const late = await imani.request("POST", at(replyEndpoints.undo, again.sending.id));
    expect([late.statusCode, late.json().message]).toEqual([
      410,
      "It is too late to undo this: it is sent.",
    ]);
    expect((await read()).draft).toBeNull();
  });

  test("is rejected on an old version, and while another one is pending", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, paul, read, send } = await openCase(testApp);
    const edit = { version: 1, edit: { status: "done" } };
    await paul.request("PATCH", at(inboxEndpoints.change, reference), edit);
    const draftPath = at(replyEndpoints.saveDraft, reference);
    expect((await imani.request("PUT", draftPath, hello)).json()).toMatchObject({
      savedAt: new Date(testApp.clock.now).toISOString(),
    });
    const rejected = await send({ ...hello, version: 1 });
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      409,
      { code: "case-changed", message: "Paul Eriksen changed this. Status: New to Done." },
    ]);
    expect((await read()).draft).toMatchObject(hello);
    await send({ ...hello, version: 2 }, paul);
    const late = await send({ ...hello, version: 3 });
    expect(late.json().message).toBe("Paul Eriksen is sending a reply to this right now.");
    expect(await read()).toMatchObject({ draft: hello, sending: { staffId: paul.id } });
  });

  test("shows whether its email was sent, why not, and is sent again on demand", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, read, send, replyEmails, wait } = await openCase(testApp);
    await send({ ...hello, version: 1 });
    await wait(seconds(10));
    const settle = async (values: object) => {
      await testApp.database.write((trx) =>
        trx.updateTable("mail_outbox").set(values).where("kind", "=", "reply").execute(),
      );
      await wait(0);
    };
    const delivery = async () => (await read()).entries[1].delivery;
    await settle({ attempts: 1, failure: "4.3.2" });
    expect(await delivery()).toMatchObject({
      state: "waiting",
      reason: "Their email service is not ready (4.3.2)",
    });
    await settle({ failed_at: testApp.clock.now, failure: "5.2.2" });
    expect(await delivery()).toMatchObject({
      state: "failed",
      at: new Date(testApp.clock.now).toISOString(),
      reason: "The mailbox is full (5.2.2)",
    });
    expect((await read()).history.slice(-2)).toMatchObject([
      { what: "Reply not delivered" },
      { what: "Status: Waiting for reply to In progress" },
    ]);
    // A further run finds nothing new.
    const { version } = await read();
    await wait(0);
    expect(await read()).toMatchObject({ version, history: { length: 5 } });
    const retry = at(replyEndpoints.retry, (await delivery()).replyId);
    expect((await imani.request("POST", retry)).json()).toMatchObject({ reference });
    expect(await delivery()).toMatchObject({ state: "waiting", at: null, reason: "" });
    expect(await replyEmails()).toMatchObject([{ recipient: helen.email }]);
    expect((await imani.request("POST", retry)).statusCode).toBe(404);
    await settle({ sent_at: testApp.clock.now });
    expect(await delivery()).toMatchObject({ state: "sent", reason: "" });
    // The outbox row is deleted; the case keeps the outcome.
    await testApp.database.write((trx) => trx.deleteFrom("mail_outbox").execute());
    expect(await delivery()).toMatchObject({ state: "sent" });
  });

  test("returns to draft if the person withdrew the message in the meantime", async () => {
    const testApp = await openTestApp(createDatabase);
    const { reference, imani, read, send, replyEmails, wait } = await openCase(testApp);
    await send({ ...hello, version: 1 });
    const draft = { ...hello, text: "New.", blanks: { day: "Monday" }, statusAfter: "done" };
    await imani.request("PUT", at(replyEndpoints.saveDraft, reference), draft);
    expect((await read()).draft).toMatchObject(draft);
    await testApp.database.write((trx) =>
      trx
        .updateTable("cases")
        .set({ status: "taken-back", scope: "closed", closed_at: testApp.clock.now })
        .set({ waiting_since: farFuture, due_at: farFuture })
        .execute(),
    );
    await wait(seconds(10));
    expect(await replyEmails()).toEqual([]);
    expect(await read()).toMatchObject({
      draft: { text: `New.\n\n${hello.text}`, blanks: { day: "Monday", ...hello.blanks } },
      sending: null,
      history: [{ what: "Reply not sent: the customer took the message back" }],
    });
  });

  if (engine !== "sqlite") return;

  test("is not sent with a blank, without text or too long", async () => {
    const testApp = await openTestApp(createDatabase);
    const { send, replyEmails, wait } = await openCase(testApp);
    const blank = await send({ ...hello, blanks: {}, version: 1 });
    expect([blank.statusCode, blank.json().fields]).toEqual([
      422,
      { "blanks.phone model": "Fill in the phone model. A reply can't be sent with a blank." },
    ]);
    const spread = "{{first name}}".repeat(1400);
    for (const [bad, status] of [
      [{ text: "  " }, 400],
      [{ text: "a".repeat(replyLimits.text + 1) }, 400],
      [{ text: `${spread}${"{{x}}".repeat(70)}`, blanks: { x: "y".repeat(300) } }, 422],
      [{ statusAfter: "taken-back" }, 400],
      [{ blanks: { a: "b".repeat(replyLimits.blank + 1) } }, 400],
      [{ version: 0 }, 400],
    ] as const) {
      expect((await send({ ...hello, version: 1, ...bad })).statusCode).toBe(status);
    }
    await wait(minutes(1));
    expect(await replyEmails()).toEqual([]);
  });
});
