import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { newAccount, type SignedIn, signUp } from "../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { exhaustThrottles } from "../../../../tests/support/throttles.ts";
import { minutes } from "../../contract/durations.ts";
import { paths } from "../../contract/paths.ts";
import { Passwords } from "./passwords.ts";
import { limits } from "./throttles.ts";

const { email, password } = newAccount;

/** Sends a login; each address counts separately. */
function logIn({ app }: Pick<TestApp, "app">, values: object, remoteAddress = "127.0.0.1") {
  return app.inject({ method: "POST", url: apiPaths.login, payload: values, remoteAddress });
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

async function shareDatabase(createDatabase: CreateDatabase): Promise<CreateDatabase> {
  const options = await createDatabase();
  return async () => options;
}

describeEachDialect("throttles", (_open, createDatabase, engine) => {
  test("many wrong passwords throttle an account, also for the right password, to one attempt at a time", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await failManyTimes(testApp, limits.loginAccount.max);
    testApp.clock.now += 29 * 1000;
    const slowed = await logIn(testApp, { email, password });
    expect(slowed.statusCode).toBe(429);
    expect(slowed.headers["retry-after"]).toBe("61");
    expect(slowed.json()).toMatchObject({ code: "too-many", retryAfter: 61 });

    const native = await testApp.app.inject({
      method: "POST",
      url: paths.login,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email, password }).toString(),
    });
    expect(native.statusCode).toBe(429);
    expect(native.body).toContain(
      "Failed to log in. Please check your credentials. Wait 2 minutes first.",
    );

    testApp.clock.now += minutes(1);
    expect((await logIn(testApp, { email, password })).json().retryAfter).toBe(1);
    testApp.clock.now += 1000;
    await failManyTimes(testApp, 1);
    expect((await logIn(testApp, { email, password })).json().retryAfter).toBe(90);
    testApp.clock.now += 90 * 1000;
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("the right password clears the account's count", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await failManyTimes(testApp, limits.loginAccount.max - 1);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
    await failManyTimes(testApp, limits.loginAccount.max - 1);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("an unknown account is throttled like a known one", async () => {
    const testApp = await openTestApp(createDatabase);
    await failManyTimes(testApp, limits.loginAccount.max, "who@example.com");
    const response = await logIn(testApp, { email: "WHO@example.com", password });
    expect(response.json().code).toBe("too-many");
  });

  test("failures of one address throttle only that address; successes do not count", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const { max } = limits.loginAddress;
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
        .set({ count: max })
        .where("key", "like", "loginAddress:%")
        .execute(),
    );
    expect((await logIn(testApp, { email, password })).json().code).toBe("too-many");
    expect((await logIn(testApp, { email, password }, "192.0.2.7")).statusCode).toBe(200);
    testApp.clock.now += limits.loginAddress.windowMs / max;
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("two servers share counts, also for concurrent attempts", async () => {
    const shared = await shareDatabase(createDatabase);
    const [first, second] = [await openTestApp(shared), await openTestApp(shared)];
    await signUp(first.app);
    const tries = 2 * limits.loginAccount.max;
    const responses = await Promise.all(
      Array.from({ length: tries }, (_, index) =>
        logIn(index % 2 ? first : second, { email, password: "wrong words" }),
      ),
    );
    const codes = responses.map((response) => response.json().code);
    expect(codes.filter((code) => code === "wrong-password")).toHaveLength(limits.loginAccount.max);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(limits.loginAccount.max);
  });

  test("many attempts at one account do not use up the attempts of others at the same address", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const another = { email: "who@example.com", password: "wrong words" };
    for (let index = 0; index < limits.loginAddress.max + 5; index += 1) {
      await logIn(testApp, another);
    }
    expect((await logIn(testApp, another)).statusCode).toBe(429);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
  });

  test("new accounts of one address are limited", async () => {
    const { app, database } = await openTestApp(createDatabase);
    await signUp(app);
    await database.write((trx) =>
      trx.updateTable("throttles").set({ count: limits.createAddress.max }).execute(),
    );
    const response = await app.inject({
      method: "POST",
      url: apiPaths.createAccount,
      payload: { ...newAccount, email: "next@example.com" },
    });
    expect(response.statusCode).toBe(429);
    const native = await app.inject({
      method: "POST",
      url: paths.createAccount,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ ...newAccount, email: "next@example.com" }).toString(),
    });
    expect(native.body).toContain("An error occurred: too many tries, wait 2 minutes.");
  });

  test("the database contains neither addresses nor accounts, only hashes", async () => {
    const testApp = await openTestApp(createDatabase);
    await failManyTimes(testApp, 1);
    const rows = await testApp.database.db.selectFrom("throttles").selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/ruth|example|192\.0\.2/);
  });

  if (engine !== "sqlite") return;

  test("RATE_LIMITS=off counts nothing", async () => {
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" });
    await signUp(testApp.app);
    await failManyTimes(testApp, limits.loginAccount.max + 1);
    expect((await logIn(testApp, { email, password })).statusCode).toBe(200);
    expect(await testApp.database.db.selectFrom("throttles").selectAll().execute()).toEqual([]);
  });

  test("an unknown account takes as long as a wrong password", async () => {
    // The cost used in production: at the tests' cost, hashing would take no time.
    const choices = { passwords: new Passwords() };
    const testApp = await openTestApp(createDatabase, { RATE_LIMITS: "off" }, undefined, choices);
    await signUp(testApp.app);
    const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 9; round += 1) {
      for (const [kind, account] of [
        ["known", email],
        ["unknown", "who@example.com"],
      ] as const) {
        // Unlike the elapsed time, processor time does not depend on other programs.
        const started = process.cpuUsage();
        await logIn(testApp, { email: account, password: "wrong words" });
        const { user, system } = process.cpuUsage(started);
        times[kind].push(user + system);
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[4] ?? 0;
    // Without the hash the response would take a tenth of the time.
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

/** The Cookie header of a browser in which the person signed in and out. */
async function rememberedBrowser(person: SignedIn): Promise<string> {
  await person.request("POST", apiPaths.logout);
  expect(person.cookie).toMatch(/^known-browser=[^;]+$/);
  return person.cookie;
}

/** Logs in with the right password from the test's address, with a browser's cookies. */
function logInWith({ app }: Pick<TestApp, "app">, cookie: string, words: string = password) {
  return app.inject({
    method: "POST",
    url: apiPaths.login,
    headers: { cookie },
    payload: { email, password: words },
  });
}

/** Uses up all attempts of strangers, also from the test's address. */
async function useUpAll(testApp: TestApp): Promise<void> {
  await logInWith(testApp, "", "wrong words");
  await exhaustThrottles(testApp, (key) => !key.includes("Browser:"));
}

describeEachDialect("a browser that signed in before", (_open, createDatabase, engine) => {
  test("signs in while strangers try the account endlessly from everywhere", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    for (let round = 0; round < 3; round += 1) {
      await rememberedBrowser(ruth);
      await failManyTimes(testApp, limits.loginAccount.max + 1);
      expect((await logIn(testApp, { email, password }, "192.0.2.9")).statusCode).toBe(429);
      const response = await ruth.request("POST", apiPaths.login, { email, password });
      expect(response.statusCode).toBe(200);
      testApp.clock.now += minutes(1);
    }
  });

  test("signs in while somebody at the same address tries endlessly; all people who share it are recognized", async () => {
    const testApp = await openTestApp(createDatabase);
    const walter = { email: "walter@example.com", password };
    await signUp(testApp.app, walter);
    const tablet = await signUp(testApp.app);
    expect((await tablet.request("POST", apiPaths.login, walter)).statusCode).toBe(200);
    const cookie = await rememberedBrowser(tablet);
    await useUpAll(testApp);
    expect((await logInWith(testApp, "")).statusCode).toBe(429);
    expect((await logInWith(testApp, cookie)).statusCode).toBe(200);
    expect((await tablet.request("POST", apiPaths.login, walter)).statusCode).toBe(200);
  });

  test("is limited too, across two servers, without affecting others", async () => {
    const shared = await shareDatabase(createDatabase);
    const [first, second] = [await openTestApp(shared), await openTestApp(shared)];
    const cookie = await rememberedBrowser(await signUp(first.app));
    const { max } = limits.loginBrowser;
    const responses = await Promise.all(
      Array.from({ length: 2 * max }, (_, index) =>
        logInWith(index % 2 ? first : second, cookie, "wrong words"),
      ),
    );
    const codes = responses.map((response) => response.json().code);
    expect(codes.filter((code) => code === "wrong-password")).toHaveLength(max);
    expect(codes.filter((code) => code === "too-many")).toHaveLength(max);
    expect((await logInWith(second, cookie)).json().retryAfter).toBe(90);
    expect((await logInWith(second, "")).statusCode).toBe(200);
    first.clock.now += 90_000;
    expect((await logInWith(first, cookie)).statusCode).toBe(200);
  });

  test("stays recognized after a new password only where it was changed, until the account is deleted", async () => {
    const testApp = await openTestApp(createDatabase);
    const tablet = await signUp(testApp.app);
    const phone = await signUp(testApp.app, { email: "other@example.com" });
    await phone.request("POST", apiPaths.login, { email, password });
    const old = await rememberedBrowser(tablet);
    const newPassword = "eight pears";
    await phone.request("POST", apiPaths.changePassword, { password, newPassword });
    const changed = await rememberedBrowser(phone);
    await useUpAll(testApp);
    expect((await logInWith(testApp, old, newPassword)).statusCode).toBe(429);
    expect((await logInWith(testApp, changed, newPassword)).statusCode).toBe(200);
    await phone.request("POST", apiPaths.login, { email, password: newPassword });
    await phone.request("POST", apiPaths.deleteAccount, { password: newPassword });
    expect(phone.cookie).toBe("");
  });

  if (engine !== "sqlite") return;

  test("is recognized only by its own cookie: forged, changed or other accounts' cookies do not count", async () => {
    const testApp = await openTestApp(createDatabase);
    const own = await rememberedBrowser(await signUp(testApp.app));
    const foreign = await rememberedBrowser(
      await signUp(testApp.app, { email: "eve@example.com" }),
    );
    const parts = (cookie: string) => cookie.replace("known-browser=", "").split(".");
    const [name, seal, mark = ""] = parts(own);
    const [foreignName, foreignSeal, foreignMark] = parts(foreign);
    await useUpAll(testApp);
    const values = [
      [foreignName, foreignSeal, foreignMark],
      [foreignName, foreignSeal, mark],
      [name, seal, foreignMark],
      [name, foreignSeal, mark],
      [name, seal],
      [name, seal, ...Array.from({ length: 5 }, () => "a".repeat(22)), mark],
      [name, seal, mark.slice(1)],
      ["a".repeat(22), "b".repeat(22), "c".repeat(22)],
      ["", "", ""],
    ];
    for (const value of values) {
      const response = await logInWith(testApp, `known-browser=${value.join(".")}`);
      expect([value, response.statusCode]).toEqual([value, 429]);
    }
    expect((await logInWith(testApp, own)).statusCode).toBe(200);
  });

  test("has a cookie that is HttpOnly, grants no access, identifies nobody and is not logged", async () => {
    const lines: string[] = [];
    const logs = { write: (line: string) => void lines.push(line) };
    const settings = { LOG_LEVEL: "debug", PUBLIC_URL: "https://www.example.com" };
    const testApp = await openTestApp(createDatabase, settings, logs);
    const ruth = await signUp(testApp.app);
    await ruth.request("POST", apiPaths.logout);
    const response = await ruth.request("POST", apiPaths.login, { email, password });
    const [, written = ""] = response.headers["set-cookie"] as string[];
    expect(written).toMatch(
      /^__Host-known-browser=[\w-]{22}(\.[\w-]{22}){2}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
    );
    await ruth.request("POST", apiPaths.logout);
    const { cookie } = ruth;
    expect((await ruth.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
    expect((await ruth.request("GET", apiPaths.profile)).statusCode).toBe(401);
    const kept = JSON.stringify(
      await testApp.database.db.selectFrom("throttles").selectAll().execute(),
    );
    for (const part of cookie.replace("__Host-known-browser=", "").split(".")) {
      expect(part).toHaveLength(22);
      expect(lines.join("") + kept).not.toContain(part);
    }
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("")).not.toMatch(/ruth|known-browser/);
  });
});
