import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../../tests/support/dialects.ts";
import { linkIn } from "../../../../../../tests/support/emails.ts";
import { newAccount, signUp } from "../../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../../tests/support/test-app.ts";
import { exhaustThrottles } from "../../../../../../tests/support/throttles.ts";
import { minutes } from "../../../../../platform/contract/durations.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import {
  hashRecoveryCode,
  makeRecoveryCode,
} from "../../../../../platform/server/credentials/recovery-codes.ts";
import { limits } from "../../../../../platform/server/credentials/throttles.ts";
import { requireSecret } from "../../../../../platform/server/db/secrets.ts";
import { authExtras } from "../../../contract/auth.ts";
import { withoutScripts } from "../../../contract/portal-pages.ts";

const secret = new Secret({ size: 20 });
const { email, password } = newAccount;

/** Signs up somebody whose account needs a code; returns a recovery code. */
async function withAuthenticator({ app, database, clock }: TestApp): Promise<string> {
  const { uid } = await signUp(app);
  const recoveryCode = makeRecoveryCode();
  const key = await requireSecret(database, "keys");
  await database.write(async (trx) => {
    await trx
      .updateTable("accounts")
      .set({ email_verified_at: 1, totp_secret: secret.base32, totp_enabled_at: clock.now })
      .execute();
    await trx
      .insertInto("recovery_codes")
      .values({ code_hash: hashRecoveryCode(key, uid, recoveryCode), uid, used_at: null })
      .execute();
    await trx.deleteFrom("sessions").execute();
  });
  return recoveryCode;
}

/** The first step; returns its cookie. */
async function passFirstStep({ app }: TestApp): Promise<string> {
  const response = await app.inject({
    method: "POST",
    url: apiPaths.login,
    payload: { email, password },
  });
  expect(response.json()).toEqual({ state: "code-needed" });
  expect(response.headers["set-cookie"]).toMatch(
    /^login-code=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  return String(response.headers["set-cookie"]).split(";")[0] ?? "";
}

const sendCode = ({ app }: TestApp, cookie: string, code: string, extras = {}) =>
  app.inject({
    method: "POST",
    url: apiPaths.loginCode,
    headers: { cookie },
    payload: { code, ...extras },
  });

const codeNow = ({ clock }: TestApp) => TOTP.generate({ secret, timestamp: clock.now });

const countSessions = async ({ database }: TestApp) =>
  (await database.db.selectFrom("sessions").selectAll().execute()).length;

describeEachDialect("second step of a login", (_open, createDatabase, engine) => {
  test("the password alone does not log in; the code does, and redirects", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const cookie = await passFirstStep(testApp);
    expect(await countSessions(testApp)).toBe(0);
    const empty = await sendCode(testApp, cookie, " ");
    expect(empty.json().fields).toEqual({ code: "Code is required." });
    const next = { [authExtras.next]: paths.settings };
    const response = await sendCode(testApp, cookie, codeNow(testApp), next);
    expect(response.json()).toEqual({ state: "signed-in", next: paths.settings });
    const cookies = response.headers["set-cookie"] as string[];
    expect(cookies.map((it) => it.split("=")[0]).sort()).toEqual([
      "known-browser",
      "login-code",
      "session",
    ]);
    expect(cookies.find((it) => it.startsWith("login-code="))).toContain("Max-Age=0");
    expect(await countSessions(testApp)).toBe(1);
  });

  test("a few wrong codes end the step, even for the right one", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const cookie = await passFirstStep(testApp);
    for (let index = 0; index < limits.codeStep.max; index += 1) {
      const wrong = await sendCode(testApp, cookie, "000000");
      expect([wrong.statusCode, wrong.json().code]).toEqual([401, "wrong-code"]);
    }
    const right = await sendCode(testApp, cookie, codeNow(testApp));
    expect(right.json().code).toBe("login-expired");
    const fresh = await passFirstStep(testApp);
    expect((await sendCode(testApp, fresh, codeNow(testApp))).statusCode).toBe(200);
  });

  test("many wrong codes of one account are limited, however often the password is entered", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const { max } = limits.codeAccount;
    for (let index = 0; index < max; index += limits.codeStep.max) {
      const cookie = await passFirstStep(testApp);
      await Promise.all(
        Array.from({ length: limits.codeStep.max }, () => sendCode(testApp, cookie, "000000")),
      );
    }
    const cookie = await passFirstStep(testApp);
    const slowed = await sendCode(testApp, cookie, codeNow(testApp));
    expect([slowed.statusCode, slowed.json().code]).toEqual([429, "too-many"]);
    testApp.clock.now += limits.codeAccount.windowMs / max;
    const later = await passFirstStep(testApp);
    expect((await sendCode(testApp, later, codeNow(testApp))).statusCode).toBe(200);
  });

  test("a right code resets the account's count of attempts", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const step = await passFirstStep(testApp);
    await sendCode(testApp, step, "000000");
    const counts = () =>
      testApp.database.db
        .selectFrom("throttles")
        .select("count")
        .where("key", "like", "codeAccount:%")
        .execute();
    expect(await counts()).toEqual([{ count: 1 }]);
    expect((await sendCode(testApp, step, codeNow(testApp))).statusCode).toBe(200);
    expect(await counts()).toEqual([]);
  });

  test("codes rejected by the account's limit do not end the pending login", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const step = await passFirstStep(testApp);
    await sendCode(testApp, step, "000000");
    await exhaustThrottles(testApp, (key) => key.startsWith("codeAccount:"));
    for (let index = 0; index <= limits.codeStep.max; index += 1) {
      expect((await sendCode(testApp, step, codeNow(testApp))).json().code).toBe("too-many");
    }
    await testApp.database.write((trx) =>
      trx.deleteFrom("throttles").where("key", "like", "codeAccount:%").execute(),
    );
    expect((await sendCode(testApp, step, codeNow(testApp))).statusCode).toBe(200);
  });

  test("knowing the password without a code cannot lock a known device out of the second step", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const { app, clock } = testApp;
    const firstStep = await passFirstStep(testApp);
    const opened = await sendCode(testApp, firstStep, codeNow(testApp));
    const { value } = opened.cookies.find(({ name }) => name === "known-browser") ?? {};
    const known = `known-browser=${value}`;
    await sendCode(testApp, await passFirstStep(testApp), "000000");
    await exhaustThrottles(testApp, (key) => key.startsWith("codeAccount:"));
    clock.now += minutes(1);
    const stranger = await passFirstStep(testApp);
    expect((await sendCode(testApp, stranger, codeNow(testApp))).json().code).toBe("too-many");
    const step = await passFirstStep(testApp);
    const both = `${step}; ${known}`;
    expect((await sendCode(testApp, both, "000000")).json().code).toBe("wrong-code");
    expect((await sendCode(testApp, both, codeNow(testApp))).statusCode).toBe(200);
    // All known devices share one limit.
    const again = `${await passFirstStep(testApp)}; ${known}`;
    await sendCode(testApp, again, "000000");
    await exhaustThrottles(testApp, (key) => key.startsWith("codeKnown:"));
    expect((await sendCode(testApp, again, codeNow(testApp))).json().code).toBe("too-many");
    const response = await app.inject({
      method: "POST",
      url: apiPaths.login,
      headers: { cookie: known },
      payload: { email, password },
    });
    expect(response.json()).toEqual({ state: "code-needed" });
    expect(response.cookies.map(({ name }) => name)).toEqual(["login-code"]);
  });

  test("one code sent twice at once works once", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const steps = [await passFirstStep(testApp), await passFirstStep(testApp)];
    const code = codeNow(testApp);
    const responses = await Promise.all(steps.map((cookie) => sendCode(testApp, cookie, code)));
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 401]);
    expect(await countSessions(testApp)).toBe(1);
  });

  test("a password reset ends a pending step, and the code is still needed", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const cookie = await passFirstStep(testApp);
    const { app } = testApp;
    await app.inject({ method: "POST", url: apiPaths.forgotPassword, payload: { email } });
    const { token } = await linkIn(testApp.database, "reset-password");
    const payload = { newPassword: "eight pears", [authExtras.token]: token };
    await app.inject({ method: "POST", url: apiPaths.resetPassword, payload });
    expect((await sendCode(testApp, cookie, codeNow(testApp))).json().code).toBe("login-expired");
    const login = { email, password: "eight pears" };
    const response = await app.inject({ method: "POST", url: apiPaths.login, payload: login });
    expect(response.json()).toEqual({ state: "code-needed" });
  });

  if (engine !== "sqlite") return;

  test("a recovery code works too; the step itself works once", async () => {
    const testApp = await openTestApp(createDatabase);
    const recoveryCode = await withAuthenticator(testApp);
    const cookie = await passFirstStep(testApp);
    expect((await sendCode(testApp, cookie, recoveryCode.toLowerCase())).statusCode).toBe(200);
    const again = await sendCode(testApp, cookie, codeNow(testApp));
    expect([again.statusCode, again.json().code]).toEqual([410, "login-expired"]);
    expect(await countSessions(testApp)).toBe(1);
  });

  test("there is no second step without the first, after ten minutes, or with another cookie", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const none = await sendCode(testApp, "", codeNow(testApp));
    expect(none.json().code).toBe("login-expired");
    const made = await sendCode(testApp, `login-code=${"a".repeat(43)}`, codeNow(testApp));
    expect(made.json().code).toBe("login-expired");
    const cookie = await passFirstStep(testApp);
    testApp.clock.now += minutes(10);
    const late = await sendCode(testApp, cookie, codeNow(testApp));
    expect(late.json().code).toBe("login-expired");
    expect(await countSessions(testApp)).toBe(0);
  });

  test("an emailed link does not replace the first step", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const { token } = await linkIn(testApp.database, "verify-email");
    const response = await sendCode(testApp, `login-code=${token}`, codeNow(testApp));
    expect(response.json().code).toBe("login-expired");
  });

  test("both steps work by native posts", async () => {
    const testApp = await openTestApp(createDatabase);
    await withAuthenticator(testApp);
    const post = (fields: Readonly<Record<string, string>>, cookie = "") =>
      testApp.app.inject({
        method: "POST",
        url: paths.caregiverLogin,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie },
        payload: new URLSearchParams(fields).toString(),
      });
    const next = { [authExtras.next]: paths.settings };
    const first = await post({ email, password, ...next });
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain('name="code"');
    expect(first.body).toContain(`value="${paths.settings}"`);
    expect(first.body).not.toContain(password);
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    const wrong = await post({ code: "000000", ...next }, cookie);
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body).toContain("That code is not right.");
    expect(wrong.body).toContain('name="code"');
    const right = await post({ code: codeNow(testApp), ...next }, cookie);
    expect([right.statusCode, right.headers.location]).toEqual([
      303,
      withoutScripts(paths.settings),
    ]);
  });
});
