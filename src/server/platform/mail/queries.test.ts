import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { claimTasks, readOldestTaskMs, readQueueLagMs } from "../jobs/queue.ts";
import { composeEmail } from "./compose.ts";
import { queueEmail } from "./outbox.ts";
import { emailQueue, retryEmails, settleEmail } from "./queries.ts";

const start = Date.UTC(2026, 5, 27, 12);
const lease = emailQueue.leaseMs;

describeEachDialect("a node that lost its lease on an email", (open) => {
  /** One email, claimed by a slow node and, after its lease has ended, by another. */
  async function openTakenOver() {
    const database = await open();
    const words = { kind: "test", recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };
    await database.write((trx) => queueEmail(trx, composeEmail(words), start));
    const [slow] = await claimTasks(emailQueue, database, 1, start);
    const now = start + lease;
    const [other] = await claimTasks(emailQueue, database, 1, now);
    const read = () => database.db.selectFrom("mail_outbox").selectAll().executeTakeFirstOrThrow();
    if (!slow || !other) throw new Error("The email was not claimed twice.");
    return { database, slow, other, now, read };
  }

  test.each([
    ["sent", { sentAt: start + lease + 1 }],
    ["retry", { nextTryAt: start + 10 * lease, failure: "451" }],
    ["abandoned", { failedAt: start + lease + 1, failure: "550" }],
  ])("cannot store the outcome: %s", async (_what, outcome) => {
    const { database, slow, read } = await openTakenOver();
    const before = await read();
    await settleEmail(database, slow, outcome);
    expect(await read()).toEqual(before);
  });

  test("only the current lease holder stores the outcome", async () => {
    const { database, slow, other, now, read } = await openTakenOver();
    await settleEmail(database, other, { sentAt: now + 1 });
    await settleEmail(database, slow, { nextTryAt: now + 2, failure: "451" });
    expect(await read()).toMatchObject({ sent_at: now + 1, text: "", attempts: 2 });
  });
});

describeEachDialect("the metrics of emails", (_open, createDatabase) => {
  test("count pending and abandoned emails", async () => {
    const { app, database } = await openTestApp(createDatabase);
    const words = { recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };
    for (const kind of ["waiting", "waiting", "failed", "sent"]) {
      await database.write((trx) => queueEmail(trx, composeEmail({ ...words, kind }), start));
    }
    await database.write(async (trx) => {
      const outbox = trx.updateTable("mail_outbox");
      await outbox.set({ failed_at: 1 }).where("kind", "=", "failed").execute();
      await outbox.set({ sent_at: 1 }).where("kind", "=", "sent").execute();
    });
    const { body } = await app.inject("/metrics");
    expect(body).toContain("\nemails_waiting 2\n");
    expect(body).toContain("\nemails_failed 1\n");
  });
});

describeEachDialect("an email that waits for its next attempt", (open) => {
  test("is not overdue but has an age, and a retry leaves it alone while it is sent", async () => {
    const database = await open();
    const words = { kind: "test", recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };
    await database.write((trx) => queueEmail(trx, composeEmail(words), start));
    const [email] = await claimTasks(emailQueue, database, 1, start);
    if (!email) throw new Error("The email was not claimed.");
    expect(await database.write((trx) => retryEmails(trx, start + 1))).toBe(0);
    await settleEmail(database, email, { nextTryAt: start + lease, failure: "ECONNREFUSED" });
    expect(await readQueueLagMs(emailQueue, database, start + 1000)).toBe(0);
    expect(await readOldestTaskMs(emailQueue, database, start + 1000)).toBe(1000);
    expect(await database.write((trx) => retryEmails(trx, start + 1000))).toBe(1);
  });
});
