import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import {
  composeReport,
  handIn,
  inboundSettings,
  openMailCase,
} from "../../../../../tests/support/inbound-mail.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { pathOf } from "../../../../platform/contract/define-endpoint.ts";
import { inboxEndpoints } from "../../contract/inbox-endpoints.ts";
import { replyEndpoints } from "../../contract/reply-endpoints.ts";
import { sendDueReplies } from "../replies/send-due.ts";

/** What the worker stores when the mail server accepted every email, or refused it. */
async function settleAll(testApp: TestApp, outcome: object): Promise<void> {
  await testApp.database.write((trx) =>
    trx.updateTable("mail_outbox").set(outcome).where("kind", "=", "reply").execute(),
  );
  await sendDueReplies(testApp.context);
}

async function findNotices({ database }: TestApp) {
  return (await readEmails(database)).filter(({ subject }) => subject.startsWith("Not delivered"));
}

const help = { To: "help@example.com" };

describeEachDialect("a delivery report", (_open, createDatabase, engine) => {
  test.each(["waiting", "done"])(
    "of a failure marks the reply, and opens a case again that is %s",
    async (status) => {
      const testApp = await openTestApp(createDatabase, inboundSettings);
      const { reference, read, reply, imani } = await openMailCase(testApp);
      const { id } = await reply(status);
      await settleAll(testApp, { sent_at: testApp.clock.now });
      const report = composeReport(help, { messageId: `${id}@example.com` });
      expect(await handIn(testApp, report)).toEqual([201, `added to ${reference}`]);
      expect(await handIn(testApp, report)).toEqual([202, "it was received before"]);
      await sendDueReplies(testApp.context);
      const found = await read();
      expect(found.status).toBe("in-progress");
      expect(found.entries).toHaveLength(2);
      expect(found.entries[1].delivery).toMatchObject({
        state: "failed",
        reason: "There is no such mailbox. Check the address (5.1.1)",
      });
      expect(await findNotices(testApp)).toMatchObject([
        { recipient: expect.stringMatching(/^imani/), subject: `Not delivered: ${reference}` },
      ]);
      const list = `${pathOf(inboxEndpoints.list)}?status=undelivered`;
      expect((await imani.request("GET", list)).json().cases).toMatchObject([{ reference }]);
      const { replyId } = found.entries[1].delivery;
      const retry = pathOf(replyEndpoints.retry).replace(":id", replyId);
      const again = (await imani.request("POST", retry, {})).json();
      expect(again.entries[1].delivery.state).toBe("waiting");
      expect((await imani.request("GET", list)).json().cases).toEqual([]);
    },
  );

  if (engine !== "sqlite") return;

  test("without our Message-ID marks the newest reply of its conversation", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { read, reply } = await openMailCase(testApp);
    const { to } = await reply();
    await settleAll(testApp, { sent_at: testApp.clock.now });
    await handIn(testApp, composeReport({ To: to }, { status: "5.2.2" }));
    expect((await read()).entries[1].delivery).toMatchObject({
      state: "failed",
      reason: "The mailbox is full (5.2.2)",
    });
  });

  test("without our Message-ID marks the newest of two replies, and none for another address", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { read, reply } = await openMailCase(testApp);
    await reply();
    const { to } = await reply();
    await settleAll(testApp, { sent_at: testApp.clock.now });
    const states = async () =>
      (await read()).entries
        .slice(1)
        .map(({ delivery }: { delivery: { state: string } }) => delivery.state);
    await handIn(testApp, composeReport({ To: to }, { recipient: "ed@example.net" }));
    expect(await states()).toEqual(["sent", "sent"]);
    await handIn(testApp, composeReport({ To: to }, {}));
    expect(await states()).toEqual(["sent", "failed"]);
  });

  test("of a delay only shows", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { read, reply } = await openMailCase(testApp);
    const { id } = await reply("done");
    await settleAll(testApp, { sent_at: testApp.clock.now });
    const late = { messageId: `${id}@example.com`, status: "4.4.1" };
    await handIn(testApp, composeReport(help, late));
    const found = await read();
    expect(found.status).toBe("done");
    expect(found.entries[1].delivery).toMatchObject({ state: "sent" });
    expect(found.entries[1].delivery.delay).not.toBe("");
    expect(await findNotices(testApp)).toEqual([]);
  });

  test("of a receipt marks no reply", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, reply } = await openMailCase(testApp);
    const receipt = await testApp.database.db
      .selectFrom("mail_outbox")
      .select("id")
      .where("kind", "=", "acknowledgement")
      .executeTakeFirstOrThrow();
    await reply();
    await settleAll(testApp, { sent_at: testApp.clock.now });
    const report = composeReport(help, { messageId: `${receipt.id}@example.com` });
    expect(await handIn(testApp, report)).toEqual([201, `added to ${reference}`]);
    const found = await read();
    expect(found.entries[1].delivery.state).toBe("sent");
    expect(found.history.at(-1).what).toBe("An email of ours was not delivered");
  });

  test("is never answered, and one of an unknown email is spam", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { imani } = await openMailCase(testApp);
    const before = (await readEmails(testApp.database)).length;
    await handIn(testApp, composeReport(help, { messageId: "unknown@example.com" }));
    expect(await readEmails(testApp.database)).toHaveLength(before);
    const list = `${pathOf(inboxEndpoints.list)}?status=spam`;
    expect((await imani.request("GET", list)).json().cases).toMatchObject([{ form: "Email" }]);
  });

  test("is not needed when the mail server refuses the reply at once", async () => {
    const testApp = await openTestApp(createDatabase, inboundSettings);
    const { reference, read, reply, imani } = await openMailCase(testApp);
    await reply("done");
    await settleAll(testApp, { failed_at: testApp.clock.now, failure: "550" });
    const found = await read();
    expect(found).toMatchObject({ status: "in-progress" });
    expect(found.entries[1].delivery.state).toBe("failed");
    expect(await findNotices(testApp)).toHaveLength(1);
    const list = `${pathOf(inboxEndpoints.list)}?status=undelivered`;
    expect((await imani.request("GET", list)).json().cases).toMatchObject([{ reference }]);
  });
});
