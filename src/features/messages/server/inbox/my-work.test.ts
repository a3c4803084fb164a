import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { type SignedInStaff, signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { type AnyEndpoint, pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days } from "../../../../platform/contract/durations.ts";
import { callEndpoints, newDraftEndpoints } from "../../contract/calls.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { type MyWork, myWorkEndpoints } from "../../contract/my-work.ts";
import { replyEndpoints } from "../../contract/reply-endpoints.ts";

const at = (endpoint: AnyEndpoint, id: string) => pathOf(withId(endpoint, id));

async function readWork(staff: SignedInStaff): Promise<MyWork> {
  return (await staff.request("GET", pathOf(myWorkEndpoints.read))).json();
}

async function countWork(staff: SignedInStaff): Promise<number> {
  return (await staff.request("GET", pathOf(myWorkEndpoints.count))).json().count;
}

describeEachDialect("my work", (_open, createDatabase) => {
  test("has own messages by due day, mentions, calls and drafts, each once", async () => {
    const testApp = await openTestApp(createDatabase);
    // A Monday, 9 am in the office.
    testApp.clock.now = Date.parse("2026-11-30T09:00-07:00");
    const send = async (name: string) => {
      const email = `${name.toLowerCase()}@example.com`;
      const reference = await submitForm(testApp, { name, email, phone: "", message: name });
      await makeAllCases(testApp);
      return reference;
    };
    const early = await send("Early");
    testApp.clock.now += days(1);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const paul = await signInStaff(testApp, ["agent"], "Paul Eriksen");
    const versionOf = async (reference: string) =>
      (await imani.request("GET", at(inboxEndpoints.read, reference))).json().version;
    const take = async (reference: string) => {
      const body = { version: await versionOf(reference), edit: { assigneeId: imani.id } };
      const response = await imani.request("PATCH", at(inboxEndpoints.change, reference), body);
      expect(response.statusCode).toBe(200);
    };
    await take(early);
    const late = await send("Later");
    await take(late);
    const other = await send("Other");
    await paul.request("POST", at(inboxEndpoints.addNote, other), {
      text: "@Imani please look",
      mentions: [imani.id],
    });
    const call = await send("Called");
    const logged = await imani.request("POST", pathOf(callEndpoints.logCall), {
      key: "one",
      to: { kind: "typed", name: "Ed", phone: "303-555-0177", email: "" },
      text: "Wants a call.",
      next: "call-back",
      assigneeId: imani.id,
      day: null,
      time: { day: "2026-12-01", from: "15:00", until: "16:00" },
    });
    const owed = logged.json().reference;
    const draft = { text: "Dear Other", blanks: {}, statusAfter: "waiting", templateId: "" };
    await imani.request("PUT", at(replyEndpoints.saveDraft, call), draft);
    await imani.request("PUT", at(newDraftEndpoints.save, `contact.${call}`), {
      ...draft,
      name: "",
      phone: "",
      email: "",
      subject: "Hello",
    });
    expect(await readWork(imani)).toMatchObject({
      due: [{ reference: early }],
      later: [{ reference: late }],
      calls: [{ reference: owed, name: "Ed" }],
      mentions: [{ reference: other, name: "Other", text: "@Imani please look", staffId: paul.id }],
      drafts: [{ kind: "case", reference: call, name: "Called", text: "Dear Other" }],
      newDrafts: [{ recipient: `contact.${call}`, subject: "Hello" }],
    });
    expect(await countWork(imani)).toBe(5);
    expect(await countWork(paul)).toBe(0);
    const close = async (status: string) => {
      const body = { version: await versionOf(other), edit: { status } };
      await paul.request("PATCH", at(inboxEndpoints.change, other), body);
      return (await readWork(imani)).mentions.length;
    };
    expect([await close("done"), await close("in-progress")]).toEqual([0, 1]);
    // Whoever answered is asked no more.
    await imani.request("POST", at(inboxEndpoints.addNote, other), { text: "Done", mentions: [] });
    expect((await readWork(imani)).mentions).toEqual([]);
  });
});
