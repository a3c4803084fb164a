import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { conversationPathIn, postTo } from "../../../../../tests/support/conversations.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { validValues } from "../../../../../tests/support/form-values.ts";
import { composeRaw, handIn, inboundSettings } from "../../../../../tests/support/inbound-mail.ts";
import { pdfFile } from "../../../../../tests/support/pdf-files.ts";
import {
  readAuditLog,
  type SignedInStaff,
  signInAgain,
  signInStaff,
} from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { type AnyEndpoint, pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days, hours, seconds } from "../../../../platform/contract/durations.ts";
import type { FormDefinition } from "../../../../platform/contract/form-engine/define-form.ts";
import { dataDeletionForm } from "../../../privacy/contract/data-deletion.ts";
import { countDone } from "../../../retention/server/retention-kinds.ts";
import { callEndpoints } from "../../contract/calls.ts";
import { contactEndpoints } from "../../contract/contacts.ts";
import { callBackForm } from "../../contract/forms/call-back.ts";
import { contactForm } from "../../contract/forms/contact.ts";
import type { CaseDetail } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { myWorkEndpoints } from "../../contract/my-work.ts";
import { caseFileEndpoints, replyEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "../replies/send-due.ts";
import { columnsOf } from "./undo-step.ts";

const helen = { name: "Helen Brandt", email: "Helen@example.com", phone: "", message: "Too small" };

describeEachDialect("linked messages", (_open, createDatabase) => {
  async function open(settings = {}) {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off", ...settings });
    const { clock, database } = testApp;
    let imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const submit = async (values: object = {}, form: FormDefinition = contactForm) => {
      const all =
        form === contactForm ? { ...helen, ...values } : { ...validValues(form), ...values };
      const reference = await submitForm(testApp, all, form.collection);
      await makeAllCases(testApp);
      return reference;
    };
    const read = async (reference: string): Promise<CaseDetail> =>
      (await imani.request("GET", pathOf(withId(inboxEndpoints.read, reference)))).json();
    const put = async (name: "merge" | "relate", reference: string, body: object) => {
      const { version } = await read(reference);
      const url = pathOf(withId(inboxEndpoints[name], reference));
      const response = await imani.request("PUT", url, { version, ...body });
      return { status: response.statusCode, ...response.json() };
    };
    const edit = async (reference: string, change: object) => {
      const { version } = await read(reference);
      const url = pathOf(withId(inboxEndpoints.change, reference));
      return imani.request("PATCH", url, { version, edit: change });
    };
    const undo = async (token: string) =>
      (await imani.request("POST", pathOf(inboxEndpoints.undo), { undo: token })).json();
    /** Columns, tags and history of a case. */
    const keep = async (reference: string) => {
      const row = await database.db
        .selectFrom("cases")
        .selectAll()
        .where("reference", "=", reference)
        .executeTakeFirstOrThrow();
      const { tags, history } = await read(reference);
      return { columns: columnsOf(row), tags, history };
    };
    const pass = async (time: number) => {
      clock.now += time;
      imani = (await signInAgain(testApp, "Imani Bell")) ?? imani;
    };
    const staff = () => imani;
    return { testApp, clock, staff, submit, read, put, edit, undo, keep, pass };
  }

  test("are merged: one conversation, the earlier due time, and an undo that restores both", async () => {
    const { testApp, submit, read, put, edit, undo, keep, pass } = await open();
    const first = await submit();
    await pass(hours(1));
    const second = await submit({ message: "Still too small" });
    await edit(second, { status: "waiting", tags: ["text size"] });
    await pass(hours(1));
    const before = [await keep(first), await keep(second)];
    const { dueAt } = await read(first);

    const merged = await put("merge", first, { into: second });
    expect(merged).toMatchObject({ status: "merged", dueAt: null, mergedInto: second });
    const kept = await read(second);
    expect(kept).toMatchObject({
      status: "in-progress",
      dueAt,
      tags: ["text size"],
      merged: [{ reference: first, status: "merged" }],
      entries: [
        { text: "Too small", from: first },
        { text: "Still too small", from: null },
      ],
    });
    expect((await edit(first, { status: "done" })).json().message).toContain(second);
    expect(await undo(merged.undo)).toEqual({ restored: 2 });
    expect([await keep(first), await keep(second)]).toEqual(before);

    await put("merge", first, { into: second });
    const stale = pathOf(withId(inboxEndpoints.merge, first));
    const staff = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    expect((await staff.request("PUT", stale, { version: 1, into: null })).statusCode).toBe(409);
    await pass(hours(2));
    const separated = await put("merge", first, { into: null });
    const columnsNow = async () => [(await keep(first)).columns, (await keep(second)).columns];
    expect(await columnsNow()).toEqual(before.map(({ columns }) => columns));
    expect((await read(second)).entries).toHaveLength(1);
    expect(await undo(separated.undo)).toEqual({ restored: 2 });
    expect(await read(second)).toMatchObject({ merged: [{ reference: first }], dueAt });

    // What was done in the kept one meanwhile stays.
    await edit(second, { status: "done" });
    await put("merge", first, { into: null });
    expect((await keep(first)).columns).toEqual(before[0]?.columns);
    expect(await read(second)).toMatchObject({ status: "done", dueAt: null });
    const acts = (await readAuditLog(testApp)).filter(
      ({ target, kind }) => target === first && kind === "change",
    );
    expect(acts.map(({ what }) => what)).toEqual([
      `Merged into ${second}`,
      `Undone: Merged into ${second}`,
      `Merged into ${second}`,
      `Separated from ${second}`,
      `Undone: Separated from ${second}`,
      `Separated from ${second}`,
    ]);
  });

  test("that are merged get answers in the kept one, by email and by either personal link", async () => {
    const { testApp, submit, read, put, edit, pass } = await open(inboundSettings);
    const first = await submit();
    const path = await conversationPathIn(testApp.database);
    const { id } = await testApp.database.db
      .selectFrom("conversation_sent_emails")
      .select("id")
      .executeTakeFirstOrThrow();
    const second = await submit({ message: "Still too small" });
    await edit(first, { status: "done" });
    await put("merge", first, { into: second });
    await edit(second, { status: "done" });
    const page = (await testApp.app.inject(path)).body;
    expect(page).toContain("Too small");
    expect(page).toContain("Still too small");
    expect(page).toContain(second);

    await pass(seconds(60));
    const thread = { "In-Reply-To": `<${id}@example.com>` };
    await handIn(testApp, composeRaw(thread, "It is a Pixel."));
    expect(await read(second)).toMatchObject({ status: "in-progress" });
    await edit(second, { status: "done" });
    await postTo(testApp, path, { act: "message", message: "Or not.", _key: "page-1" });
    const kept = await read(second);
    expect(kept.status).toBe("in-progress");
    expect(kept.entries.map(({ text, from }) => [text, from])).toEqual([
      ["Too small", first],
      ["Still too small", null],
      ["It is a Pixel.", first],
      ["Or not.", first],
    ]);
    expect(await read(first)).toMatchObject({ status: "merged" });
    // Answered while it was merged: it waits for us, though it was done.
    await put("merge", first, { into: null });
    expect(await read(first)).toMatchObject({ status: "in-progress" });
    expect((await read(second)).entries).toHaveLength(1);
  });

  test("that are merged take along mentions, unsent replies, files and failed deliveries", async () => {
    const { testApp, staff, submit, read, put } = await open();
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const [middle, first] = [await submit(), await submit()];
    const at = (endpoint: AnyEndpoint, id: string) => pathOf(withId(endpoint, id));
    const note = { text: "Please look", mentions: [paul.id] };
    await staff().request("POST", at(inboxEndpoints.addNote, first), note);
    const reply = { text: "Here it is.", blanks: {}, statusAfter: "waiting", templateId: "" };
    const attach = (who: SignedInStaff) =>
      who.request("POST", `${at(caseFileEndpoints.add, first)}?name=Plan.pdf`, pdfFile(), {
        "content-type": "application/octet-stream",
      });
    const files = [(await attach(staff())).json().id];
    const { version } = await read(first);
    const sent = { ...reply, files, version };
    await staff().request("POST", at(replyEndpoints.send, first), sent);
    testApp.clock.now += seconds(11);
    await sendDueReplies(testApp.context);
    const failed = { failed_at: testApp.clock.now, failure: "5.2.2" };
    const { database } = testApp;
    await database.write((trx) => trx.updateTable("conversation_replies").set(failed).execute());
    await attach(paul);
    await paul.request("PUT", at(replyEndpoints.saveDraft, first), reply);

    const kept = await submit();
    await put("merge", first, { into: middle });
    await put("merge", middle, { into: kept });
    const work = (await paul.request("GET", pathOf(myWorkEndpoints.read))).json();
    expect(work).toMatchObject({ mentions: [{ reference: kept }], drafts: [{ reference: kept }] });
    const list = await paul.request("GET", `${pathOf(inboxEndpoints.list)}?status=undelivered`);
    expect(list.json().cases).toMatchObject([{ reference: kept, isUndelivered: true }]);
    const seen: CaseDetail = (await paul.request("GET", at(inboxEndpoints.read, kept))).json();
    expect(seen.draft).toMatchObject({ text: reply.text, files: [{ name: "Plan.pdf" }] });
    const answer = seen.entries.find(({ kind }) => kind === "reply");
    expect(answer).toMatchObject({ from: first, files: [{ id: files[0] }] });

    // A later reply in the kept one answers all of it, and so does a word of Paul's.
    const answered = { ...reply, files: [], version: seen.version };
    const done = await paul.request("POST", at(replyEndpoints.send, kept), answered);
    expect([done.statusCode, done.body]).toEqual([200, expect.anything()]);
    testApp.clock.now += seconds(11);
    await sendDueReplies(testApp.context);
    const later = (
      await paul.request("GET", `${pathOf(inboxEndpoints.list)}?status=undelivered`)
    ).json();
    expect(later.cases).toEqual([]);
    expect((await read(kept)).isUndelivered).toBe(false);
    expect((await paul.request("GET", pathOf(myWorkEndpoints.read))).json().mentions).toEqual([]);
  });

  test("are not merged across people, privacy requests, spam and owed calls", async () => {
    const { testApp, staff, submit, read, put, edit } = await open();
    const first = await submit();
    const second = await submit();
    const reasonOf = async (reference: string, into: string) =>
      (await put("merge", reference, { into })).message;
    expect(await reasonOf(first, first)).toContain("another message");
    expect(await reasonOf(first, "AAAAAAAA")).toContain("no message");
    const other = await submit({ email: "otto@example.net" });
    expect(await reasonOf(other, first)).toContain("not from the same email");
    const call = await submit({}, callBackForm);
    expect(await reasonOf(call, first)).toContain("not from the same email");
    const request = await submit({ email: helen.email }, dataDeletionForm);
    expect(await reasonOf(request, first)).toContain("privacy case");
    expect(await reasonOf(first, request)).toContain("privacy case");
    const spam = await submit();
    await edit(spam, { isSpam: true });
    expect(await reasonOf(spam, first)).toContain("Spam");
    await testApp.database.write((trx) =>
      trx
        .updateTable("cases")
        .set({ email: "helen@example.com" })
        .where("reference", "=", call)
        .execute(),
    );
    expect(await reasonOf(call, first)).toContain("asks for a call");
    await put("merge", first, { into: second });
    expect(await reasonOf(first, second)).toContain("merged into");
    const { version } = await read(first);
    const logged = { version, outcome: "no-answer", text: "", time: null, closes: false };
    const path = pathOf(withId(callEndpoints.logCaseCall, first));
    expect((await staff().request("POST", path, logged)).json().message).toContain("merged into");
    const third = await submit();
    expect(await reasonOf(third, first)).toContain("Choose that one");
    const separate = pathOf(withId(contactEndpoints.separate, third));
    await staff().request("PUT", separate, { isSeparate: true });
    expect(await reasonOf(third, second)).toContain("not from the same email");
    expect((await read(second)).merged).toHaveLength(1);
  });

  test("are related both ways, and kept as long as the conversation that they are in", async () => {
    const { testApp, submit, read, put, edit, undo, pass } = await open();
    const first = await submit();
    const other = await submit({ name: "Otto", email: "otto@example.net" });
    const related = await put("relate", first, { other, isRelated: true });
    expect(related.related).toMatchObject([{ reference: other, name: "Otto" }]);
    expect((await read(other)).related).toMatchObject([{ reference: first }]);
    expect(await put("relate", first, { other, isRelated: true })).toMatchObject({ undo: null });
    expect(await undo(related.undo)).toEqual({ restored: 2 });
    expect([(await read(first)).related, (await read(other)).related]).toEqual([[], []]);
    // An undo keeps the relations to others.
    const third = await submit({ name: "Ida", email: "ida@example.net" });
    await put("relate", third, { other: first, isRelated: true });
    await undo((await put("relate", first, { other, isRelated: true })).undo);
    for (const [one, name] of [
      [first, "Ida"],
      [third, "Helen Brandt"],
    ] as const) {
      expect((await read(one)).related).toMatchObject([{ name }]);
    }
    await put("relate", third, { other: first, isRelated: false });
    await put("relate", other, { other: first, isRelated: true });
    const removed = await put("relate", first, { other, isRelated: false });
    expect(removed.related).toEqual([]);
    // A link to a deleted message is not restored.
    await testApp.database.write((trx) =>
      trx.deleteFrom("submissions").where("reference", "=", other).execute(),
    );
    expect(await undo(removed.undo)).toEqual({ restored: 1 });
    expect((await read(first)).related).toEqual([]);

    const second = await submit();
    await put("merge", first, { into: second });
    await pass(days(30));
    const count = () =>
      countDone(testApp.database.db, contactForm.collection, testApp.clock.now - days(10));
    expect(await count()).toBe(0);
    await edit(second, { status: "done" });
    await pass(days(30));
    expect(await count()).toBe(1);
  });
});
