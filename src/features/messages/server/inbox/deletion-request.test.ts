import { expect, test } from "vitest";
import { makeAllCases, submitForm } from "../../../../../tests/support/cases.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { askForDeletion } from "../../../../../tests/support/privacy.ts";
import { signInStaff } from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf, withId } from "../../../../platform/contract/define-endpoint.ts";
import { days, seconds } from "../../../../platform/contract/durations.ts";
import { finishDeletionRequest } from "../../../privacy/server/requests/deletion-requests.ts";
import { caseStatuses, closedStatuses } from "../../contract/inbox.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { sendDelaySeconds } from "../../contract/replies.ts";
import { replyEndpoints } from "../../contract/reply-endpoints.ts";
import { closeConversation } from "../conversation-page/change-conversation.ts";
import { sendDueReplies } from "../replies/send-due.ts";

describeEachDialect("a request to delete data in the inbox", (_open, createDatabase) => {
  async function openRequest() {
    const testApp = await openTestApp(createDatabase);
    testApp.clock.now = Date.UTC(2026, 10, 6, 16);
    const reference = await askForDeletion(testApp);
    await makeAllCases(testApp);
    const imani = await signInStaff(testApp, ["agent"], "Imani Bell");
    const path = pathOf(withId(inboxEndpoints.read, reference));
    const read = async () => (await imani.request("GET", path)).json();
    return { testApp, reference, imani, path, read };
  }

  test("has the state and deadline of its privacy case, and is closed with it alone", async () => {
    const { testApp, reference, imani, path, read } = await openRequest();
    const { database, clock, context } = testApp;
    const before = await read();
    expect(before).toMatchObject({ request: "identity", status: "new", isOverdue: false });
    const left = Date.parse(before.dueAt) - clock.now;
    expect(left).toBeGreaterThanOrEqual(days(45));
    expect(left).toBeLessThan(days(46));

    const closings = caseStatuses.filter((status) => closedStatuses.includes(status));
    for (const status of closings) {
      const edit = { status };
      const { version } = before;
      const alone = await imani.request("PATCH", path, { version, edit });
      expect(alone.statusCode).toBeGreaterThanOrEqual(400);
      const cases = [{ reference, version }];
      const many = await imani.request("POST", pathOf(inboxEndpoints.changeMany), { cases, edit });
      if (many.statusCode === 200) {
        expect(many.json()).toMatchObject({ changed: 0, requests: [reference], undo: null });
      }
    }
    expect(await read()).toEqual(before);

    const reply = {
      text: "Hello, we work on it.",
      blanks: {},
      templateId: "",
      statusAfter: "done",
    };
    const url = pathOf(withId(replyEndpoints.send, reference));
    await imani.request("POST", url, { ...reply, version: before.version });
    clock.now += seconds(sendDelaySeconds);
    await sendDueReplies(context);
    expect(await read()).toMatchObject({ status: "waiting", request: "identity" });

    const { id } = await database.db
      .selectFrom("cases")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    await database.write((trx) => closeConversation(trx, { kind: "case", id }, "solved", context));
    expect(await read()).toMatchObject({ status: "waiting", request: "identity" });

    await database.write((trx) => finishDeletionRequest(trx, reference, clock.now));
    const after = await read();
    expect(after).toMatchObject({ status: "done", request: "done", answer: "in-time" });

    // The privacy case is over: what is written afterwards is an ordinary message.
    const again = { version: after.version, edit: { status: "in-progress" } };
    const reopened = (await imani.request("PATCH", path, again)).json();
    const close = { version: reopened.version, edit: { status: "done" } };
    expect((await imani.request("PATCH", path, close)).statusCode).toBe(200);
  });

  test("is left alone by a bulk change that closes the others", async () => {
    const { testApp, reference, imani, read } = await openRequest();
    const values = { name: "Helen", email: "helen@example.com", message: "Too small" };
    const other = await submitForm(testApp, values);
    await makeAllCases(testApp);
    const cases = [reference, other].map((one) => ({ reference: one, version: 1 }));
    const edit = { status: "done" };
    const response = await imani.request("POST", pathOf(inboxEndpoints.changeMany), {
      cases,
      edit,
    });
    expect(response.json()).toMatchObject({ changed: 1, conflicts: [], requests: [reference] });
    expect(await read()).toMatchObject({ status: "new", version: 1 });
  });
});
