import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { days } from "../../contract/durations.ts";
import { backOffMs, claimTasks, readOldestTaskMs, readQueueLagMs } from "../jobs/queue.ts";
import { composeEmail } from "./compose.ts";
import { queueEmail } from "./outbox.ts";
import { emailQueue, readBlockedMs, retryEmails, settleEmail } from "./queries.ts";

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

describeEachDialect("the outbox", (open) => {
  const words = { kind: "test", recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };

  test("gives urgent emails first, and a held one only when it is due", async () => {
    const database = await open();
    const hold = lease;
    await database.write(async (trx) => {
      await queueEmail(trx, composeEmail({ ...words, kind: "usual" }), start - 1000);
      await queueEmail(trx, composeEmail({ ...words, kind: "held", holdMs: hold }), start);
      await queueEmail(trx, composeEmail({ ...words, kind: "urgent", urgent: true }), start);
    });
    const claim = async (now: number, max: number) =>
      (await claimTasks(emailQueue, database, max, now)).map(({ kind }) => kind);
    expect(await claim(start, 1)).toEqual(["urgent"]);
    expect(await claim(start + hold - 1, 5)).toEqual(["usual"]);
    expect(await claim(start + hold, 1)).toEqual(["urgent"]);
    expect(await claim(start + hold, 1)).toEqual(["held"]);
  });

  test("keeps nothing of an email that is to be forgotten, and only times of another", async () => {
    const database = await open();
    await database.write(async (trx) => {
      await queueEmail(trx, composeEmail({ ...words, kind: "secret", forget: true }), start);
      await queueEmail(trx, composeEmail(words), start);
    });
    for (const email of await claimTasks(emailQueue, database, 2, start)) {
      await settleEmail(database, email, { sentAt: start + 1 });
    }
    const rows = await database.db.selectFrom("mail_outbox").selectAll().execute();
    expect(rows).toMatchObject([{ kind: "test", sent_at: start + 1 }]);
    expect(JSON.stringify(rows)).not.toMatch(/secret|ruth|Hello|Hi/);
  });

  test("gives no email that was sent between reading and claiming it", async () => {
    const database = await open();
    await database.write((trx) => queueEmail(trx, composeEmail(words), start));
    const write: typeof database.write = async (work) => {
      // Another node was faster.
      const settled = { sent_at: start, leased_until: 0 };
      await database.write((trx) => trx.updateTable("mail_outbox").set(settled).execute());
      return database.write(work);
    };
    expect(await claimTasks(emailQueue, { ...database, write }, 1, start)).toEqual([]);
  });

  test("tries an abandoned email for another day once an operator says so", async () => {
    const database = await open();
    await database.write((trx) => queueEmail(trx, composeEmail(words), start));
    const [email] = await claimTasks(emailQueue, database, 1, start);
    if (!email) throw new Error("The email was not claimed.");
    await settleEmail(database, email, { failedAt: start + 1, failure: "550" });
    const now = start + days(3);
    expect(await claimTasks(emailQueue, database, 1, now)).toEqual([]);
    await database.write((trx) => retryEmails(trx, now));
    // Emails are abandoned a day after they were queued.
    const again = { created_at: now, attempts: 1, failed_at: null };
    expect(await claimTasks(emailQueue, database, 1, now)).toMatchObject([again]);
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
    // Also by a computer whose clock is behind.
    for (const now of [start + 1, start - 1]) {
      expect(await database.write((trx) => retryEmails(trx, now))).toBe(0);
    }
    await settleEmail(database, email, { nextTryAt: start + lease, failure: "ECONNREFUSED" });
    expect(await readQueueLagMs(emailQueue, database, start + 1000)).toBe(0);
    expect(await readOldestTaskMs(emailQueue, database, start + 1000)).toBe(1000);
    expect(await database.write((trx) => retryEmails(trx, start + 1000))).toBe(1);
  });
});

describeEachDialect("how long emails have not gone out", (open) => {
  test.each<[string, string[], number, string?]>([
    ["one deferred recipient is not an outage", ["4.2.2"], 0],
    ["nor are two", ["450", "4.7.1"], 0],
    ["three are", ["4.2.2", "450", "4.2.1"], 1000],
    ["but not three emails to one", ["4.2.2", "4.2.2", "4.2.2"], 0, "ruth@example.com"],
    ["one connection that fails is", ["ECONNREFUSED"], 1000],
    ["also beside a deferred recipient", ["4.2.2", "EAUTH"], 1000],
    ["so is a mail server that is closing", ["421"], 1000],
  ])("%s", async (_name, failures, age, recipient) => {
    const database = await open();
    for (const [index, failure] of failures.entries()) {
      const words = {
        kind: "test",
        recipient: recipient ?? `ruth${index}@example.com`,
        subject: "Hi",
        lines: [],
      };
      await database.write((trx) => queueEmail(trx, composeEmail(words), start));
      const [email] = await claimTasks(emailQueue, database, 1, start);
      if (!email) throw new Error("The email was not claimed.");
      await settleEmail(database, email, { nextTryAt: start + lease, failure });
    }
    expect(await readBlockedMs(database.db, start + 1000)).toBe(age);
  });
});

describeEachDialect("a task that is queued to be due later", (open) => {
  test("has an age from when it was first due, also after failed attempts", async () => {
    const database = await open();
    const queue = { ...emailQueue, startsLate: true };
    const firstDue = start + 90 * 60_000;
    const words = { kind: "test", recipient: "ruth@example.com", subject: "Hello", lines: ["Hi"] };
    await database.write(async (trx) => {
      await queueEmail(trx, composeEmail(words), start);
      await trx.updateTable("mail_outbox").set({ next_try_at: firstDue }).execute();
    });
    const readAge = (now: number) => readOldestTaskMs(queue, database, now);
    expect(await readAge(firstDue - 1)).toBe(0);
    let now = firstDue;
    for (const attempt of [1, 2, 3]) {
      const [email] = await claimTasks(queue, database, 1, now);
      if (!email) throw new Error("The email was not claimed.");
      expect(await readAge(now + 1000)).toBe(now + 1000 - firstDue);
      now += backOffMs(attempt);
      await settleEmail(database, email, { nextTryAt: now, failure: "ECONNREFUSED" });
      expect(await readAge(now - 1000)).toBe(now - 1000 - firstDue);
    }
  });
});
