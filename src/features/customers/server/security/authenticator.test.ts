import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import {
  codeOf,
  newAccount,
  signUpConfirmed,
  turnOnCodes,
} from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { hashRecoveryCode } from "../../../../platform/server/credentials/recovery-codes.ts";
import type { AuthenticatorStart, RecoveryCodesResponse } from "../../contract/settings.ts";

const confirm = `${apiPaths.authenticator}/confirm`;
const off = `${apiPaths.authenticator}/off`;

async function readEmailKinds({ database }: TestApp): Promise<string[]> {
  const rows = await database.db.selectFrom("mail_outbox").select("kind").orderBy("id").execute();
  return rows.map(({ kind }) => kind);
}

describeEachDialect("authenticator", (_open, createDatabase, engine) => {
  test("a first code turns it on and shows ten recovery codes", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const start = (await ruth.request("POST", apiPaths.authenticator)).json<AuthenticatorStart>();
    expect(start.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(start.qr.size).toBeGreaterThan(30);
    expect(start.qr.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
    // Logins need no code until the first code was right.
    expect((await ruth.request("GET", apiPaths.settings)).json().hasAuthenticator).toBe(false);

    const code = codeOf(start.secret, testApp.clock.now);
    const response = await ruth.request("POST", confirm, {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    const { codes } = response.json<RecoveryCodesResponse>();
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
    expect((await ruth.request("GET", apiPaths.settings)).json()).toMatchObject({
      hasAuthenticator: true,
      recoveryCodesLeft: 10,
    });
    expect(await readEmailKinds(testApp)).toContain("codes-on");
  });

  test("a wrong first code does not turn it on, and the same secret can be tried again", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const { secret } = (
      await ruth.request("POST", apiPaths.authenticator)
    ).json<AuthenticatorStart>();
    const old = codeOf(secret, testApp.clock.now - 90_000);
    const wrong = await ruth.request("POST", confirm, { code: old });
    expect(wrong.json().fields).toEqual({ code: "That code is not right. Try the next one." });
    const empty = await ruth.request("POST", confirm, { code: " " });
    expect(empty.json().fields).toEqual({ code: "Code from the app is required." });
    expect((await ruth.request("GET", apiPaths.settings)).json().hasAuthenticator).toBe(false);
    const right = await ruth.request("POST", confirm, { code: codeOf(secret, testApp.clock.now) });
    expect(right.statusCode).toBe(200);
  });

  test("a first code sent three times at once counts once, with one set of codes", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const { secret } = (
      await ruth.request("POST", apiPaths.authenticator)
    ).json<AuthenticatorStart>();
    const code = codeOf(secret, testApp.clock.now);
    const responses = await Promise.all(
      [1, 2, 3].map(() => ruth.request("POST", confirm, { code })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await ruth.request("GET", apiPaths.settings)).json().recoveryCodesLeft).toBe(10);
  });

  test("new recovery codes replace the old ones", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const { codes: before } = await turnOnCodes(ruth, testApp.clock.now);
    const stored = () =>
      testApp.database.db.selectFrom("recovery_codes").select("code_hash").execute();
    const hashesBefore = await stored();
    const response = await ruth.request("POST", apiPaths.recoveryCodes);
    const { codes } = response.json<RecoveryCodesResponse>();
    expect(codes.filter((code) => before.includes(code))).toEqual([]);
    const hashes = await stored();
    expect(hashes).toHaveLength(10);
    expect(
      hashes.filter((row) => hashesBefore.some((old) => old.code_hash === row.code_hash)),
    ).toEqual([]);
    expect(await readEmailKinds(testApp)).toContain("recovery-codes-renewed");
  });

  test("the database stores recovery codes only as hashes keyed by server and account", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    const { codes } = await turnOnCodes(ruth, testApp.clock.now);
    const rows = await testApp.database.db.selectFrom("recovery_codes").selectAll().execute();
    expect(rows).toHaveLength(codes.length);
    const stored = JSON.stringify(rows);
    for (const code of codes) {
      for (const form of [code, code.replace("-", "")]) {
        expect(stored).not.toContain(form);
        for (const encoding of ["base64url", "hex"] as const) {
          expect(stored).not.toContain(createHash("sha256").update(form).digest(encoding));
        }
      }
    }
    const [code = ""] = codes;
    const { secret } = testApp.context;
    const hash = hashRecoveryCode(secret, ruth.uid, code);
    expect(rows.map((row) => row.code_hash)).toContain(hash);
    expect(hashRecoveryCode(secret, "somebody else", code)).not.toBe(hash);
    expect(hashRecoveryCode(Buffer.alloc(32), ruth.uid, code)).not.toBe(hash);
  });

  test("turning off needs the password, and deletes secret and codes", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    await turnOnCodes(ruth, testApp.clock.now);
    const wrong = await ruth.request("POST", off, { password: "not it" });
    expect(wrong.json().fields).toEqual({ password: "This is not your current password." });
    expect((await ruth.request("POST", off)).json().code).toBe("malformed");
    expect((await ruth.request("GET", apiPaths.settings)).json().hasAuthenticator).toBe(true);

    const right = await ruth.request("POST", off, { password: newAccount.password });
    expect(right.statusCode).toBe(200);
    const { db } = testApp.database;
    expect(await db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
    const [account] = await db.selectFrom("accounts").selectAll().execute();
    expect(account).toMatchObject({
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
    });
    expect(await readEmailKinds(testApp)).toContain("codes-off");
  });

  if (engine !== "sqlite") return;

  test("the code that turned it on logs nobody in", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app, clock } = testApp;
    const ruth = await signUpConfirmed(testApp);
    const { secret } = await turnOnCodes(ruth, clock.now);
    const { email, password } = newAccount;
    const login = { method: "POST", url: apiPaths.login, payload: { email, password } } as const;
    const first = await app.inject(login);
    expect(first.json()).toEqual({ state: "code-needed" });
    const headers = { cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "" };
    const send = (code: string) =>
      app.inject({ method: "POST", url: apiPaths.loginCode, headers, payload: { code } });
    expect((await send(codeOf(secret, clock.now))).json().code).toBe("wrong-code");
    clock.now += 30_000;
    expect((await send(codeOf(secret, clock.now))).statusCode).toBe(200);
  });

  test("setup cannot start while codes are on, nor be confirmed before it started", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUpConfirmed(testApp);
    expect((await ruth.request("POST", confirm, { code: "123456" })).json().code).toBe("conflict");
    expect((await ruth.request("POST", apiPaths.recoveryCodes)).json().code).toBe("conflict");
    const { secret } = await turnOnCodes(ruth, testApp.clock.now);
    expect((await ruth.request("POST", apiPaths.authenticator)).json().code).toBe("conflict");
    testApp.clock.now += 30_000;
    const again = await ruth.request("POST", confirm, { code: codeOf(secret, testApp.clock.now) });
    expect(again.json().code).toBe("conflict");
  });
});
