import { expect, test } from "vitest";
import { startAdCompany } from "../../../../tests/support/ad-company.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { openTestApp } from "../../../../tests/support/test-app.ts";
import { days, hours, minutes } from "../../contract/durations.ts";
import type { DatabaseClient } from "../db/client.ts";
import { EmailWorker } from "../mail/email-worker.ts";
import { type ClockEvent, ClockGuard, trustClock } from "./clock-guard.ts";

const start = Date.UTC(2026, 5, 27, 12);

/** A node with a clock that the test sets, and a monotonic one. */
function openNode(database: DatabaseClient, wall = start) {
  const clocks = { wall, steady: 0 };
  const events: ClockEvent["doubt"][] = [];
  const guard = new ClockGuard({
    database,
    now: () => clocks.wall,
    monotonic: () => clocks.steady,
  });
  guard.onEvent(({ doubt }) => events.push(doubt));
  return {
    events,
    check: () => guard.isTrusted(),
    /** Time passes, with a check every minute. @returns whether the clock was trusted at the end */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += minutes(1)) {
        clocks.wall += minutes(1);
        clocks.steady += minutes(1);
        await guard.isTrusted();
      }
      return guard.isTrusted();
    },
    set(byMs: number) {
      clocks.wall += byMs;
    },
  };
}

describeEachDialect("the clock guard", (open, _createDatabase, engine) => {
  test.each([
    ["ahead", days(400)],
    ["ahead by little more than an hour", hours(1) + minutes(2)],
    ["back", -hours(2)],
  ])("doubts a clock that was set %s, until an hour of steady time has passed", async (_, byMs) => {
    const node = openNode(await open());
    expect(await node.pass(minutes(30))).toBe(true);
    node.set(byMs);
    expect(await node.check()).toBe(false);
    expect(await node.pass(minutes(59))).toBe(false);
    expect(await node.pass(minutes(1))).toBe(true);
    expect(node.events).toEqual(["jumped", "over"]);
    expect(await node.pass(hours(2))).toBe(true);
  });

  test("takes the newest submission as the stored time of an earlier version", async () => {
    const database = await open();
    await database.write((trx) =>
      trx
        .insertInto("submissions")
        .values({
          id: "01978f0c-0000-7000-8000-000000000000",
          collection: "ContactForm",
          reference: "24RD2C99",
          data: "{}",
          email: "",
          created_at: start,
          idempotency_key: null,
        } as never)
        .execute(),
    );
    expect(await openNode(database, start - days(1)).check()).toBe(false);
  });

  test("holds the jobs of all nodes, and an operator's word frees them", async () => {
    const database = await open();
    const [one, other] = [openNode(database), openNode(database)];
    await one.check();
    expect(await other.check()).toBe(true);
    one.set(days(30));
    await one.check();
    expect(await other.check()).toBe(false);
    one.set(-days(30));
    await one.check();
    await database.write((trx) => trustClock(trx, start));
    expect([await one.check(), await other.check()]).toEqual([true, true]);
  });

  test("doubts a node whose clock differs from the others', also if it never jumped", async () => {
    const database = await open();
    await openNode(database).check();
    const wrong = openNode(database, start + days(300));
    expect(await wrong.check()).toBe(false);
  });

  if (engine !== "sqlite") return;

  test("begins the hour again after another jump", async () => {
    const node = openNode(await open());
    await node.check();
    node.set(days(2));
    expect(await node.pass(minutes(50))).toBe(false);
    node.set(-days(2));
    expect(await node.check()).toBe(false);
    expect(await node.pass(minutes(50))).toBe(false);
    expect(await node.pass(minutes(10))).toBe(true);
  });

  test("accepts a clock that is corrected by less than an hour, and a check that comes late", async () => {
    const node = openNode(await open());
    await node.check();
    node.set(minutes(59));
    expect(await node.check()).toBe(true);
    node.set(-minutes(59));
    expect(await node.check()).toBe(true);
    expect(await node.pass(minutes(5))).toBe(true);
    expect(node.events).toEqual([]);
  });

  test.each([
    ["older than the stored time", -minutes(10), false],
    ["more than a day ahead of it", days(1) + minutes(20), false],
    ["a night later", hours(12), true],
    ["behind by what clocks of nodes differ", -minutes(4), true],
  ])("at a start with a clock %s", async (_, byMs, isTrusted) => {
    const database = await open();
    await openNode(database).check();
    const restarted = openNode(database, start + byMs);
    expect(await restarted.check()).toBe(isTrusted);
  });
});

describeEachDialect("jobs while the clock is in doubt", (_open, createDatabase, engine) => {
  test("those that need a true clock wait, are not late, and run once it is confirmed", async () => {
    const site = await openTestApp(createDatabase);
    const { jobs } = site.context;
    let runs = 0;
    await jobs.isClockTrusted();
    site.clock.now += days(2);
    const job = jobs.start(
      { name: "test", needsTrueClock: true, everyMs: hours(1), run: async () => (runs += 1) },
      site.app.log,
    );
    const read = async () => (await site.app.inject("/metrics")).body;
    await expect.poll(read, { timeout: 20_000 }).toContain("\nclock_in_doubt 1\n");
    // The gauge is set before the job looks at the clock for the first time.
    await expect.poll(() => job.readLagMs(), { timeout: 20_000 }).toBe(0);
    expect(runs).toBe(0);
    await site.database.write((trx) => trustClock(trx, site.clock.now));
    job.wake();
    await expect.poll(() => runs, { timeout: 20_000 }).toBe(1);
    await expect.poll(read, { timeout: 20_000 }).toContain("\nclock_in_doubt 0\n");
    await job.stop();
  });

  if (engine !== "sqlite") return;

  test("every job says whether it needs a true clock", async () => {
    const company = await startAdCompany();
    const site = await openTestApp(createDatabase, {
      ...company.settings,
      LISTMONK_URL: "http://127.0.0.1:1",
      LISTMONK_USER: "desk",
      LISTMONK_TOKEN: "token-of-the-desk",
      LISTMONK_LIST_ID: "3",
    });
    await site.app.listen({ host: "127.0.0.1", port: 0 });
    const emails = new EmailWorker(site.context, site.app.log);
    const { jobs } = site.context;
    // What deletes, gives up or completes because of an age. A new job belongs into one of the lists.
    const waiting = [
      "account-merges",
      "account-sweep",
      "api-token-sweep",
      "app-sweep",
      "document-reminders",
      "draft-sweep",
      "deletion-reminders",
      "email-cleanup",
      "file-removals",
      "funnel-days",
      "helper-sweep",
      "interview-reminders",
      "newsletter-sweep",
      "orphaned-files",
      "privacy-links",
      "retention",
      "sandbox",
      "second-factor-removals",
      "staff-sweep",
      "text-cleanup",
      "webhook-log",
    ];
    const others = [
      "application-index",
      "case-index",
      "clock",
      "conversions",
      "customer-index",
      "deletion-list",
      "emails",
      "listmonk-read",
      "interview-notices",
      "listmonk-push",
      "newsletter-list",
      "phone-keys",
      "privacy-letters",
      "app-logouts",
      "replies",
      "scrub",
      "snoozed-cases",
      "storage-quotas",
      "texts",
      "webhooks",
    ];
    const expected = Object.fromEntries([
      ...waiting.map((name) => [name, true]),
      ...others.map((name) => [name, false]),
    ]);
    await expect.poll(() => jobs.needTrueClock, { timeout: 20_000 }).toEqual(expected);
    await emails.stop();
  });
});
