import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { linkIn } from "../../../tests/support/mails.ts";
import {
  codeOf,
  newAccount,
  signUp,
  signUpConfirmed,
  turnOnCodes,
} from "../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { untilLockIsAwaited } from "../../../tests/support/waiting.ts";
import { calls } from "../../contract/api.ts";
import { doorExtras } from "../../contract/doors.ts";
import { confirmByPasswordCall } from "../../contract/forms/confirm-email.ts";
import { hashPassword } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

const { email, password } = newAccount;

/**
 * Changes the password in a transaction that stays open, ends all sessions, and commits once
 * somebody waits for it.
 */
async function changePasswordAround<T>({ database }: TestApp, meanwhile: () => Promise<T>) {
  const hash = await hashPassword("eight pears");
  const changed = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const changing = database.write(async (trx) => {
    await trx
      .updateTable("accounts")
      .set({ password_hash: hash, totp_enabled_at: null, totp_secret: null })
      .execute();
    const { uid } = await trx.selectFrom("accounts").select("uid").executeTakeFirstOrThrow();
    await endSessions(trx, uid);
    changed.resolve();
    await released.promise;
  });
  await changed.promise;
  const outcome = meanwhile();
  try {
    await untilLockIsAwaited(database);
  } finally {
    released.resolve();
    await changing;
  }
  return outcome;
}

const sessions = ({ database }: TestApp) =>
  database.db.selectFrom("sessions").select("uid").execute();

describeEachDialect("while a new password is being stored", (_open, place, engine) => {
  test.runIf(engine === "postgres")("a log-in with the old one waits, and is refused", async () => {
    const site = await openTestApp(place);
    await signUp(site.app);
    const answer = await changePasswordAround(site, () =>
      site.app.inject({ method: "POST", url: calls.login, payload: { email, password } }),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, "wrong-password"]);
    expect(await sessions(site)).toEqual([]);
  });

  test.runIf(engine === "postgres")("a code waits, and opens nothing any more", async () => {
    const site = await openTestApp(place);
    const ruth = await signUpConfirmed(site);
    const { secret } = await turnOnCodes(ruth, site.clock.now);
    const payload = { email, password };
    const first = await site.app.inject({ method: "POST", url: calls.login, payload });
    const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
    site.clock.now += 30_000;
    const answer = await changePasswordAround(site, () =>
      site.app.inject({
        method: "POST",
        url: calls.loginCode,
        headers: { cookie },
        payload: { code: codeOf(secret, site.clock.now) },
      }),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([401, "wrong-code"]);
    expect(await sessions(site)).toEqual([]);
  });

  test.runIf(engine === "postgres")("the old one confirms no address", async () => {
    const site = await openTestApp(place);
    await signUp(site.app);
    const { token } = await linkIn(site.database, "verify-email");
    const answer = await changePasswordAround(site, () =>
      site.app.inject({
        method: "POST",
        url: confirmByPasswordCall,
        payload: { password, [doorExtras.token]: token },
      }),
    );
    expect(answer.statusCode).toBe(422);
    const account = site.database.db.selectFrom("accounts").select("email_verified_at");
    expect(await account.execute()).toEqual([{ email_verified_at: null }]);
  });
});
