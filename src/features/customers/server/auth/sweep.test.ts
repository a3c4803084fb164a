import { expect, onTestFinished, test, vi } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect, describeOnSqlite } from "../../../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { sweepAccounts } from "./sweep.ts";

describeEachDialect("sweeping", (_open, createDatabase) => {
  test("deletes what has expired and keeps what has not", async () => {
    const { app, database, clock } = await openTestApp(createDatabase);
    const sweep = () => sweepAccounts({ database, now: () => clock.now });
    const count = async () => {
      const tables = ["sessions", "one_time_tokens", "throttles", "accounts"] as const;
      const counts: Record<string, number> = {};
      for (const table of tables) {
        counts[table] = (await database.db.selectFrom(table).selectAll().execute()).length;
      }
      return counts;
    };
    const ruth = await signUp(app);
    await sweep();
    expect(await count()).toEqual({ sessions: 1, one_time_tokens: 1, throttles: 1, accounts: 1 });

    clock.now += days(facts.keep.sessionDays) - 1;
    const { email, password } = newAccount;
    await app.inject({ method: "POST", url: apiPaths.login, payload: { email, password } });
    clock.now += 1;
    expect((await ruth.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
    await sweep();
    expect(await count()).toEqual({ sessions: 1, one_time_tokens: 0, throttles: 1, accounts: 1 });
  });
});

// Advancing the time ends what waits for PostgreSQL; the timers do not depend on the engine.
describeOnSqlite("the job", (_open, createDatabase) => {
  test("a listening server sweeps every hour, a closed one does not", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { app, database, clock } = await openTestApp(createDatabase);
    await signUp(app);
    // Before the first check of the clock, which would doubt a step of days.
    clock.now += days(facts.keep.sessionDays);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const sessions = () => database.db.selectFrom("sessions").selectAll().execute();
    const expired = await sessions();
    expect(expired).toHaveLength(1);
    // The jobs start one after the other once the server listens.
    const afterAnHour = () => {
      vi.advanceTimersByTime(hours(1));
      return sessions();
    };
    await expect.poll(afterAnHour).toHaveLength(0);
    await app.close();
    await database.write((trx) => trx.insertInto("sessions").values(expired).execute());
    vi.advanceTimersByTime(hours(1));
    // SQLite runs writes in order, so a sweep would have finished.
    await database.write((trx) => trx.selectFrom("sessions").select("uid").execute());
    expect(await sessions()).toEqual(expired);
  });
});
