import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../../tests/support/dialects.ts";
import { signUp } from "../../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../../tests/support/test-app.ts";
import { prepareOneTimeCodes } from "../../../../../platform/server/credentials/one-time-codes.ts";
import {
  hashRecoveryCode,
  makeRecoveryCode,
} from "../../../../../platform/server/credentials/recovery-codes.ts";
import { requireSecret } from "../../../../../platform/server/db/secrets.ts";
import { type CodeOwner, checkSecondFactor } from "./second-factor.ts";

const secret = new Secret({ size: 20 });
const step = 30_000;

/** Signs up somebody whose account needs a code, with one recovery code. */
async function withAuthenticator(testApp: TestApp) {
  const { app, database, clock } = testApp;
  const { uid } = await signUp(app);
  const recoveryCode = makeRecoveryCode();
  const key = await requireSecret(database, "keys");
  await database.write(async (trx) => {
    await trx
      .updateTable("accounts")
      .set({ totp_secret: secret.base32, totp_enabled_at: clock.now })
      .where("uid", "=", uid)
      .execute();
    await trx
      .insertInto("recovery_codes")
      .values({ code_hash: hashRecoveryCode(key, uid, recoveryCode), uid, used_at: null })
      .execute();
  });
  await prepareOneTimeCodes();
  const readAccount = () =>
    database.db.selectFrom("accounts").selectAll().where("uid", "=", uid).executeTakeFirstOrThrow();
  const check = async (code: string, read?: CodeOwner) => {
    const account = read ?? (await readAccount());
    const context = { secret: key, now: () => clock.now };
    return database.write((trx) => checkSecondFactor(trx, account, code, context));
  };
  return { check, readAccount, recoveryCode, uid };
}

function codeAt(timestamp: number): string {
  return TOTP.generate({ secret, timestamp });
}

describeEachDialect("second factor", (_open, createDatabase, engine) => {
  test("a code works once, with spaces too, and then the next one does", async () => {
    const testApp = await openTestApp(createDatabase);
    const { check } = await withAuthenticator(testApp);
    const code = codeAt(testApp.clock.now);
    expect(await check(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
    expect(await check(code)).toBe(false);
    testApp.clock.now += step;
    expect(await check(codeAt(testApp.clock.now))).toBe(true);
  });

  test("a code sent five times concurrently counts once", async () => {
    const testApp = await openTestApp(createDatabase);
    const { check } = await withAuthenticator(testApp);
    const code = codeAt(testApp.clock.now);
    const taken = await Promise.all(Array.from({ length: 5 }, () => check(code)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("a recovery code works once, however it is typed, also five times at once", async () => {
    const testApp = await openTestApp(createDatabase);
    const { check, recoveryCode } = await withAuthenticator(testApp);
    expect(await check(makeRecoveryCode())).toBe(false);
    const typed = recoveryCode.toLowerCase().replace("-", " ");
    const taken = await Promise.all(Array.from({ length: 5 }, () => check(typed)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await check(recoveryCode)).toBe(false);
  });

  test("a code of an authenticator that was replaced in the meantime does not count", async () => {
    const testApp = await openTestApp(createDatabase);
    const { check, readAccount, uid } = await withAuthenticator(testApp);
    const before = await readAccount();
    const replacement = new Secret({ size: 20 }).base32;
    await testApp.database.write((trx) =>
      trx
        .updateTable("accounts")
        .set({ totp_secret: replacement })
        .where("uid", "=", uid)
        .execute(),
    );
    expect(await check(codeAt(testApp.clock.now), before)).toBe(false);
    expect((await readAccount()).totp_last_step).toBeNull();
  });

  test("an account without an authenticator accepts no code", async () => {
    const testApp = await openTestApp(createDatabase);
    const { check, uid, recoveryCode } = await withAuthenticator(testApp);
    await testApp.database.write((trx) =>
      trx.updateTable("accounts").set({ totp_enabled_at: null }).where("uid", "=", uid).execute(),
    );
    expect(await check(codeAt(testApp.clock.now))).toBe(false);
    expect(await check(recoveryCode)).toBe(false);
  });

  if (engine !== "sqlite") return;

  test.each([
    ["30 seconds old", -step, true],
    ["30 seconds early", step, true],
    ["a minute old", -2 * step, false],
    ["a minute early", 2 * step, false],
  ])("a code %s", async (_age, shift, expected) => {
    const testApp = await openTestApp(createDatabase);
    const { check } = await withAuthenticator(testApp);
    expect(await check(codeAt(testApp.clock.now + shift))).toBe(expected);
  });

  test("after a code the previous one has expired", async () => {
    const testApp = await openTestApp(createDatabase);
    const { check } = await withAuthenticator(testApp);
    expect(await check(codeAt(testApp.clock.now))).toBe(true);
    expect(await check(codeAt(testApp.clock.now - step))).toBe(false);
  });

  test.each(["", "12345", "1234567", "٣٣٣٣٣٣", "no code"])("rejects %j", async (code) => {
    const { check } = await withAuthenticator(await openTestApp(createDatabase));
    expect(await check(code)).toBe(false);
  });
});
