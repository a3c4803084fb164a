import { expect, test } from "vitest";
import { describeEachDialect, type MakePlace } from "../../../tests/support/dialects.ts";
import { newAccount, signUp } from "../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { calls } from "../../contract/api.ts";
import { paths } from "../../contract/paths.ts";
import { limits } from "./throttles.ts";

const { email, password } = newAccount;

/** Sends a log-in; each address of a network counts on its own. */
function logIn({ app }: Pick<TestApp, "app">, values: object, remoteAddress = "127.0.0.1") {
  return app.inject({ method: "POST", url: calls.login, payload: values, remoteAddress });
}

async function failManyTimes(
  testApp: TestApp,
  times: number,
  account: string = email,
): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    await logIn(testApp, { email: account, password: "wrong words" }, `192.0.2.${index % 250}`);
  }
}

/** Several servers with one database. */
async function shareDatabase(place: MakePlace): Promise<MakePlace> {
  const options = await place();
  return async () => options;
}

describeEachDialect("throttles", (_open, place) => {
  test("many wrong passwords slow an account down, also the right one, until the window ends", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    await failManyTimes(testApp, limits.loginAccount.most);
    testApp.clock.now += 5 * 60 * 1000;
    const slowed = await logIn(testApp, { email, password });
    expect(slowed.statusCode).toBe(429);
    expect(slowed.headers["retry-after"]).toBe("600");
    expect(slowed.json()).toMatchObject({ code: "too-many", retryAfter: 600 });

    const native = await testApp.app.inject({
      method: "POST",
      url: paths.login,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email, password }).toString(),
    });
    expect(native.statusCode).toBe(429);
    expect(native.body).toContain(
      "Failed to log in. Please check your credentials. Wait 10 minutes first.",
    );

    testApp.clock.now += 10 * 60 * 1000;
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("the right password clears the account's count", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    await failManyTimes(testApp, limits.loginAccount.most - 1);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
    await failManyTimes(testApp, limits.loginAccount.most - 1);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("an unknown account is slowed down like a known one", async () => {
    const testApp = await openTestApp(place);
    await failManyTimes(testApp, limits.loginAccount.most, "who@example.com");
    const answer = await logIn(testApp, { email: "WHO@example.com", password });
    expect(answer.json().code).toBe("too-many");
  });

  test("failures of one address slow it down, and nobody else; who succeeds is not counted", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    const { most } = limits.loginAddress;
    await testApp.database.write((trx) => trx.updateTable("throttles").set({ count: 0 }).execute());
    for (let index = 0; index < 5; index += 1) await logIn(testApp, { email, password });
    const counted = () =>
      testApp.database.db
        .selectFrom("throttles")
        .select("count")
        .where("key", "like", "loginAddress:%")
        .executeTakeFirstOrThrow();
    expect(await counted()).toEqual({ count: 0 });

    await testApp.database.write((trx) =>
      trx
        .updateTable("throttles")
        .set({ count: most })
        .where("key", "like", "loginAddress:%")
        .execute(),
    );
    expect((await logIn(testApp, { email, password })).json().code).toBe("too-many");
    expect((await logIn(testApp, { email, password }, "192.0.2.7")).statusCode).toBe(200);
    testApp.clock.now += limits.loginAddress.windowMs;
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("two servers count together, many at once", async () => {
    const shared = await shareDatabase(place);
    const [first, second] = [await openTestApp(shared), await openTestApp(shared)];
    await signUp(first.app);
    const tries = 2 * limits.loginAccount.most;
    const answers = await Promise.all(
      Array.from({ length: tries }, (_, index) =>
        logIn(index % 2 ? first : second, { email, password: "wrong words" }),
      ),
    );
    const codes = answers.map((answer) => answer.json().code);
    expect(codes.filter((code) => code === "wrong-password")).toHaveLength(
      limits.loginAccount.most,
    );
    expect(codes.filter((code) => code === "too-many")).toHaveLength(limits.loginAccount.most);
  });

  test("new accounts of one address are limited", async () => {
    const { app, database } = await openTestApp(place);
    await signUp(app);
    await database.write((trx) =>
      trx.updateTable("throttles").set({ count: limits.createAddress.most }).execute(),
    );
    const answer = await app.inject({
      method: "POST",
      url: calls.createAccount,
      payload: { ...newAccount, email: "next@example.com" },
    });
    expect(answer.statusCode).toBe(429);
    const native = await app.inject({
      method: "POST",
      url: paths.createAccount,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ ...newAccount, email: "next@example.com" }).toString(),
    });
    expect(native.body).toContain("An error occurred: too many tries, wait 60 minutes.");
  });

  test("RATE_LIMITS=off counts nothing", async () => {
    const testApp = await openTestApp(place, { RATE_LIMITS: "off" });
    await signUp(testApp.app);
    await failManyTimes(testApp, limits.loginAccount.most + 1);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
    expect(await testApp.database.db.selectFrom("throttles").selectAll().execute()).toEqual([]);
  });

  test("the database holds neither addresses nor accounts, only hashes", async () => {
    const testApp = await openTestApp(place);
    await failManyTimes(testApp, 1);
    const rows = await testApp.database.db.selectFrom("throttles").selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/ruth|example|192\.0\.2/);
  });

  test("an unknown account takes as long as a wrong password", async () => {
    const testApp = await openTestApp(place, { RATE_LIMITS: "off" });
    await signUp(testApp.app);
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 9; round += 1) {
      for (const [kind, account] of [
        ["known", email],
        ["unknown", "who@example.com"],
      ] as const) {
        const started = performance.now();
        await logIn(testApp, { email: account, password: "wrong words" });
        times[kind].push(performance.now() - started);
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[4] ?? 0;
    // Without the hash the answer would take a tenth of the time.
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});
