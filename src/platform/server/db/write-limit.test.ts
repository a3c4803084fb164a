import { describe, expect, onTestFinished, test, vi } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { errors } from "../../contract/errors/errors.ts";
import type { DatabaseClient } from "./client.ts";
import { alwaysAcceptedWrites, WriteLimit } from "./write-limit.ts";

describeEachDialect("the queue of writes", (open) => {
  test("rejects writes that would wait too long as busy, and stores accepted ones", async () => {
    const database = await open();
    const gate = Promise.withResolvers<void>();
    const accepted = Array.from({ length: alwaysAcceptedWrites }, (_, index) =>
      addCounter(database, `first ${index}`, gate.promise),
    );
    // Nothing is committed, so eventually new writes are rejected at once.
    const turnedAway = async () => {
      const write = addCounter(database, `late ${accepted.length}`, gate.promise);
      const wait = new Promise((resolve) => setTimeout(resolve, 10, "waits"));
      const outcome = await Promise.race([write.catch((error: Error) => error), wait]);
      if (outcome === "waits") accepted.push(write);
      return outcome;
    };
    await expect
      .poll(turnedAway, { interval: 50 })
      .toMatchObject({ body: { code: "busy" }, statusCode: 503 });
    expect(database.writeLimit.rejected).toBe(1);
    await expect(
      database.writeOne((db) => db.insertInto("throttles").values(counter("single")).execute()),
    ).rejects.toMatchObject({ body: { code: "busy" } });

    gate.resolve();
    await Promise.all(accepted);
    await addCounter(database, "afterwards");
    const rows = await database.db.selectFrom("throttles").select("key").execute();
    expect(rows).toHaveLength(accepted.length + 1);
  });

  test("a burst is accepted completely while commits are fast", async () => {
    const database = await open();
    // However fast this computer is.
    stopTime();
    const burst = Array.from({ length: 2 * alwaysAcceptedWrites }, (_, index) =>
      addCounter(database, `burst ${index}`),
    );
    await Promise.all(burst);
    expect(database.writeLimit.rejected).toBe(0);
  });
});

/** `vi.advanceTimersByTime` moves it. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** A limit that has measured ten full commits of this duration. */
function afterCommitsOf(ms: number): WriteLimit {
  stopTime();
  const limit = new WriteLimit();
  for (let commit = 0; commit < 10; commit += 1) {
    const batch = Array.from({ length: alwaysAcceptedWrites }, () => limit.enter());
    vi.advanceTimersByTime(ms);
    limit.leave(...batch);
  }
  return limit;
}

describe("the limit of waiting writes", () => {
  test("accepts no more than one commit's writes if the disk is slow", () => {
    const limit = afterCommitsOf(2000);
    for (let count = 0; count < alwaysAcceptedWrites; count += 1) limit.enter();
    expect(() => limit.enter()).toThrow(errors.busy.message);
    expect(limit.rejected).toBe(1);
  });

  test("accepts several commits' writes if the disk is fast", () => {
    const limit = afterCommitsOf(10);
    for (let count = 0; count < 4 * alwaysAcceptedWrites; count += 1) limit.enter();
    expect(limit.rejected).toBe(0);
  });
});

function addCounter(database: DatabaseClient, key: string, after?: Promise<void>): Promise<void> {
  return database.write(async (trx) => {
    await after;
    await trx.insertInto("throttles").values(counter(key)).execute();
  });
}

function counter(key: string) {
  return { key, count: 1, window_started_at: 0 };
}
