import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../tests/support/cases.ts";
import { indexAllApplications } from "../../../../tests/support/desk-applications.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { TestBrowser } from "../../../../tests/support/recruiting.ts";
import { readAuditLog, type SignedInStaff, signInStaff } from "../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../platform/contract/define-endpoint.ts";
import { seconds } from "../../../platform/contract/durations.ts";
import { privacyEndpoints } from "../../privacy/contract/endpoints.ts";
import { tracks } from "../../recruiting/contract/recruiting-endpoints.ts";
import { applicantReplyEndpoints } from "../../recruiting/contract/replies.ts";
import { type ContactResponse, contactEndpoints } from "../contract/contacts.ts";
import { contactForm } from "../contract/forms/contact.ts";
import { feedbackForm } from "../contract/forms/feedback.ts";
import { supportForm } from "../contract/forms/support.ts";
import { inboxEndpoints } from "../contract/inbox-endpoints.ts";
import { sendDelaySeconds } from "../contract/replies.ts";
import { replyEndpoints } from "../contract/reply-endpoints.ts";
import { deleteOrphanNotes } from "./contact-notes.ts";
import { markAsSpam } from "./forms/review.ts";
import { sendDueReplies } from "./replies/send-due.ts";

const ruth = { name: "Ruth Abernathy", email: "ruth@example.com", message: "Hello" };

function sendSupport(testApp: TestApp, email: string, supportId: string, problem = "It is small") {
  const known: Readonly<Record<string, string>> = {
    firstName: "Ruth",
    lastName: "Abernathy",
    email,
    supportId,
  };
  const values = Object.fromEntries(
    supportForm.fields.map(({ name, kind, options }) => [
      name,
      kind === "textarea"
        ? problem
        : (known[name] ?? (kind === "select" ? options?.[0] : "") ?? ""),
    ]),
  );
  return submitForm(testApp, values, supportForm.collection);
}

async function read(staff: SignedInStaff, reference: string): Promise<ContactResponse> {
  const response = await staff.request("GET", pathOf(withId(contactEndpoints.read, reference)));
  expect(response.statusCode).toBe(200);
  return response.json();
}

const references = ({ cases }: ContactResponse) => cases.map(({ reference }) => reference);

describeEachDialect("the page of a person", (_open, createDatabase) => {
  test("joins messages by email, by the account's email and by its support ID, without spam", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const { support_id: supportId } = await testApp.database.db
      .selectFrom("accounts")
      .select("support_id")
      .executeTakeFirstOrThrow();
    const send = async (reference: Promise<string>) => {
      testApp.clock.now += 60_000;
      return reference;
    };
    const praise = {
      firstName: "Ruth",
      lastName: "Abernathy",
      email: "Ruth@Example.com",
      phone: "303-555-0119",
      feedback: "Good",
    };
    const first = await send(submitForm(testApp, praise, feedbackForm.collection));
    const second = await send(sendSupport(testApp, "other@example.com", supportId));
    const mention = `My friend has ${supportId}`;
    const mentioned = await send(sendSupport(testApp, "stranger@example.com", "K7MP4R2X", mention));
    const spam = await send(submitForm(testApp, ruth));
    await makeAllCases(testApp);
    await markAsSpam(testApp.database, spam, testApp.clock.now);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const person = await read(staff, first);
    expect(references(person)).toEqual([second, first]);
    expect(person).toMatchObject({
      name: "Ruth Abernathy",
      emails: ["ruth@example.com", "other@example.com"],
      phones: ["303-555-0119"],
      account: { state: "unconfirmed", payment: "none", requests: 0, supportId },
      newsletter: null,
      applications: null,
    });
    expect(person.cases.map(({ sameBy }) => sameBy)).toEqual(["support-id", "email"]);
    // The account leads from the message with another address to the same person.
    expect(references(await read(staff, second))).toEqual([second, first]);
    expect(references(await read(staff, mentioned))).toEqual([mentioned]);
  });

  test("applications are for recruiters; opening a person is audited; others are not found", async () => {
    const testApp = await openTestApp(createDatabase);
    const reference = await submitForm(testApp, ruth);
    await makeAllCases(testApp);
    const both = await signInStaff(testApp, ["agent", "recruiter"], "Noor Aziz");
    const person = await read(both, reference);
    expect(person).toMatchObject({ account: null, applications: [] });
    const missing = await both.request("GET", pathOf(withId(contactEndpoints.read, "ZZZZZZZZ")));
    expect(missing.statusCode).toBe(404);
    expect(await readAuditLog(testApp)).toMatchObject([
      { kind: "opened", what: "Opened a person", target: reference },
    ]);
  });

  test("notes on a person show with each message, mention staff, and are deleted with the data", async () => {
    const testApp = await openTestApp(createDatabase);
    const first = await submitForm(testApp, ruth);
    const second = await submitForm(testApp, { ...ruth, message: "Again" });
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const viewer = await signInStaff(testApp, ["viewer"], "Paul Ebner");
    const path = (reference: string) => pathOf(withId(contactEndpoints.addNote, reference));
    const note = { text: "Reads with difficulty.", mentions: [viewer.id] };
    expect((await viewer.request("POST", path(first), note)).statusCode).toBe(403);
    expect((await staff.request("POST", path(first), { ...note, text: " " })).statusCode).toBe(400);
    expect((await staff.request("POST", path(first), note)).statusCode).toBe(200);
    expect((await read(staff, second)).notes).toMatchObject([{ ...note, staffId: staff.id }]);
    const { db } = testApp.database;
    const sent = await db.selectFrom("mail_outbox").select("kind").execute();
    expect(sent.filter(({ kind }) => kind === "mention")).toHaveLength(1);
    await testApp.database.write((trx) => deleteOrphanNotes(trx));
    expect((await read(staff, first)).notes).toHaveLength(1);
    await testApp.database.write((trx) => trx.deleteFrom("cases").execute());
    await testApp.database.write((trx) => deleteOrphanNotes(trx));
    expect(await db.selectFrom("person_notes").selectAll().execute()).toEqual([]);
  });

  test("a message from somebody else can be separated and rejoined", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const { email, support_id: supportId } = await testApp.database.db
      .selectFrom("accounts")
      .select(["email", "support_id"])
      .executeTakeFirstOrThrow();
    const own = await submitForm(testApp, { ...ruth, email });
    const same = await submitForm(testApp, { ...ruth, email, message: "Not me" });
    const mistyped = await sendSupport(testApp, "other@example.com", supportId);
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["agent"], "Imani Bell");
    const say = (reference: string, isSeparate: boolean) =>
      staff.request("PUT", pathOf(withId(contactEndpoints.separate, reference)), { isSeparate });
    expect(references(await read(staff, own)).toSorted()).toEqual([own, same, mistyped].toSorted());
    for (const reference of [same, mistyped]) {
      expect((await say(reference, true)).statusCode).toBe(200);
      expect((await say(reference, true)).statusCode).toBe(200);
    }
    expect(references(await read(staff, own))).toEqual([own]);
    const alone = await read(staff, same);
    expect(references(alone)).toEqual([same]);
    expect(alone).toMatchObject({ account: null, notes: null, separated: { staffId: staff.id } });
    const others = async (reference: string) =>
      (await staff.request("GET", pathOf(withId(inboxEndpoints.read, reference)))).json();
    expect(await others(own)).toMatchObject({ othersOfContact: 0 });
    expect(await others(same)).toMatchObject({ othersOfContact: 0 });
    await say(same, false);
    expect(references(await read(staff, own)).toSorted()).toEqual([own, same].toSorted());
    const { history } = await others(same);
    expect(history.map(({ what }: { readonly what: string }) => what)).toEqual([
      "Split into its own conversation: someone else sent it",
      "Back with the other messages of this email",
    ]);
  });

  test("shows replies to any of their messages, and the open request about their data", async () => {
    const testApp = await openTestApp(createDatabase);
    const other = await submitForm(testApp, { ...ruth, message: "Not yet answered" });
    const answered = await submitForm(testApp, ruth);
    await makeAllCases(testApp);
    const staff = await signInStaff(testApp, ["agent", "privacy"], "Imani Bell");
    expect(await read(staff, other)).toMatchObject({ replies: [], openPrivacyCase: null });
    const reply = {
      version: 1,
      text: "Hello",
      blanks: {},
      statusAfter: "waiting",
      templateId: "",
    };
    await staff.request("POST", pathOf(withId(replyEndpoints.send, answered)), reply);
    expect((await read(staff, other)).replies, "it can still be taken back").toEqual([]);
    testApp.clock.now += seconds(sendDelaySeconds);
    await sendDueReplies(testApp.context);
    const request = { kind: "copy", source: "phone", name: "Ruth", email: "RUTH@example.com" };
    const added = await staff.request("POST", pathOf(privacyEndpoints.add), request);
    expect(await read(staff, other)).toMatchObject({
      replies: [
        {
          reference: answered,
          form: contactForm.collection,
          staffId: staff.id,
          delivery: { state: "waiting", reason: "" },
        },
      ],
      openPrivacyCase: added.json().reference,
    });
    const browser = new TestBrowser(testApp.app);
    const applied = await browser.apply("care", tracks.care.intake, { email: ruth.email });
    await indexAllApplications(testApp);
    const recruiter = await signInStaff(testApp, ["agent", "privacy", "recruiter"], "Noor Aziz");
    const again = { ...reply, version: 1, statusAfter: "" };
    await recruiter.request("POST", pathOf(withId(applicantReplyEndpoints.send, applied)), again);
    testApp.clock.now += seconds(sendDelaySeconds);
    await sendDueReplies(testApp.context);
    expect((await read(staff, other)).replies).toHaveLength(1);
    expect((await read(recruiter, other)).replies).toMatchObject([
      { reference: applied, form: "CareApplications", staffId: recruiter.id },
      { reference: answered },
    ]);
  });
});
