import { expect, test } from "vitest";
import { apiPaths } from "../../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../../tests/support/dialects.ts";
import { linkIn, readEmails } from "../../../../../../tests/support/emails.ts";
import { makePasskey } from "../../../../../../tests/support/passkey.ts";
import {
  addPasskey,
  newAccount,
  signUp,
  signUpConfirmed,
  turnOnCodes,
} from "../../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../../tests/support/test-app.ts";
import { exhaustThrottles } from "../../../../../../tests/support/throttles.ts";
import { minutes } from "../../../../../platform/contract/durations.ts";
import { paths } from "../../../../../platform/contract/paths.ts";
import { countAttempt, limits } from "../../../../../platform/server/credentials/throttles.ts";
import { authExtras } from "../../../contract/auth.ts";

const { email, password } = newAccount;
const newPassword = "eight pears";
/** As stated in the emails; written out, so that a change in the code is noticed. */
const halfHour = minutes(30);

const post = ({ app }: Pick<TestApp, "app">, url: string, payload: object) =>
  app.inject({
    method: "POST",
    url,
    payload,
    headers: { "sec-fetch-site": "same-origin" },
  });

const askFor = (testApp: TestApp, address: string = email) =>
  post(testApp, apiPaths.forgotPassword, { email: address });

const reset = (testApp: TestApp, token: string, word = newPassword) =>
  post(testApp, apiPaths.resetPassword, { newPassword: word, [authExtras.token]: token });

function native(url: string, fields: Readonly<Record<string, string>>) {
  return {
    method: "POST" as const,
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  };
}

describeEachDialect("forgotten passwords", (_open, createDatabase, engine) => {
  test("a new password works, the old one does not; all sessions end, the owner is notified", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    await askFor(testApp);
    const { token } = await linkIn(testApp.database, "reset-password");
    expect((await reset(testApp, token)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.session)).json()).toEqual({ signedIn: false });
    const old = await post(testApp, apiPaths.login, { email, password });
    expect(old.json().code).toBe("wrong-password");
    const fresh = await post(testApp, apiPaths.login, { email, password: newPassword });
    expect(fresh.statusCode).toBe(200);
    const last = (await readEmails(testApp.database)).at(-1);
    expect([last?.kind, last?.recipient]).toEqual(["password-changed", email]);
    const account = await testApp.database.db
      .selectFrom("accounts")
      .select("email_verified_at")
      .executeTakeFirstOrThrow();
    expect(account.email_verified_at).toBe(testApp.clock.now);
  });

  test("somebody who created an account with another's address loses access", async () => {
    const site = "https://house.example";
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: site });
    const { database, clock } = testApp;
    const stranger = await signUpConfirmed(testApp);
    expect((await addPasskey(stranger, makePasskey(site))).statusCode).toBe(201);
    await turnOnCodes(stranger, clock.now);
    await stranger.request("POST", apiPaths.changeEmail, {
      email: "stranger@example.com",
      password,
    });
    // As before passkeys and codes required a confirmed address: insert directly.
    await database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: null }).execute(),
    );
    const change = await linkIn(database, "change-email");
    await askFor(testApp);
    const { token } = await linkIn(database, "reset-password");
    expect((await reset(testApp, token)).statusCode).toBe(200);

    const rows = (table: "passkeys" | "recovery_codes" | "sessions" | "one_time_tokens") =>
      database.db.selectFrom(table).selectAll().execute();
    for (const table of ["passkeys", "recovery_codes", "sessions", "one_time_tokens"] as const) {
      const left = await rows(table);
      expect(left.filter((row) => !("kind" in row) || row.kind !== "spent-email-link")).toEqual([]);
    }
    const confirm = await post(testApp, apiPaths.confirmEmail, {
      [authExtras.token]: change.token,
    });
    expect(confirm.statusCode).toBe(410);
    // The owner logs in with the new password only.
    const opened = await post(testApp, apiPaths.login, { email, password: newPassword });
    expect(opened.json()).toMatchObject({ state: "signed-in" });
    const notice = (await readEmails(database)).findLast(({ kind }) => kind === "password-changed");
    expect(notice?.text).toContain("removed the passkeys and the codes from an app");
    expect(notice?.text).toContain("look at your profile and your payment profile");
  });

  test("a reset removes neither passkeys nor codes of an account with a confirmed address", async () => {
    const site = "https://house.example";
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: site });
    const owner = await signUpConfirmed(testApp);
    await addPasskey(owner, makePasskey(site));
    await turnOnCodes(owner, testApp.clock.now);
    await askFor(testApp);
    const { token } = await linkIn(testApp.database, "reset-password");
    expect((await reset(testApp, token)).statusCode).toBe(200);
    const { db } = testApp.database;
    expect(await db.selectFrom("passkeys").select("id").execute()).toHaveLength(1);
    const opened = await post(testApp, apiPaths.login, { email, password: newPassword });
    expect(opened.json()).toEqual({ state: "code-needed" });
  });

  test("opening the link does not consume it; the second use fails", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await askFor(testApp);
    const { url, token } = await linkIn(testApp.database, "reset-password");
    for (let look = 0; look < 3; look += 1) {
      const page = await testApp.app.inject(url.pathname + url.search);
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(page.body).toContain(`value="${token}"`);
    }
    const short = await reset(testApp, token, "short");
    expect(short.json().fields).toEqual({
      newPassword: "Password must be between 8 and 16 characters.",
    });
    expect((await reset(testApp, token)).statusCode).toBe(200);
    const again = await reset(testApp, token, "nine plums");
    expect([again.statusCode, again.json().code]).toEqual([410, "link-expired"]);
    const page = await testApp.app.inject(url.pathname + url.search);
    expect(page.body).not.toContain(token);
    expect(page.body).toContain("Get a new link");
  });

  test("of five concurrent posts of one link, one sets its password", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await askFor(testApp);
    const { token } = await linkIn(testApp.database, "reset-password");
    const words = ["first pear", "second pear", "third pear", "fourth pear", "fifth pear"];
    const responses = await Promise.all(words.map((word) => reset(testApp, token, word)));
    const codes = responses.map((response) => response.statusCode);
    expect([...codes].sort()).toEqual([200, 410, 410, 410, 410]);
    const winner = words[codes.indexOf(200)];
    const opened = await post(testApp, apiPaths.login, { email, password: winner });
    expect(opened.statusCode).toBe(200);
  });

  test("a link older than half an hour has expired, and a new password ends all other links", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await askFor(testApp);
    const old = await linkIn(testApp.database, "reset-password");
    const look = async () => (await testApp.app.inject(old.url.pathname + old.url.search)).body;
    testApp.clock.now += halfHour - 1;
    expect(await look()).toContain(old.token);
    testApp.clock.now += 1;
    expect(await look()).not.toContain(old.token);
    expect((await reset(testApp, old.token)).statusCode).toBe(410);

    await askFor(testApp);
    const second = await linkIn(testApp.database, "reset-password");
    testApp.clock.now += minutes(1);
    await askFor(testApp);
    const third = await linkIn(testApp.database, "reset-password");
    expect((await reset(testApp, second.token)).statusCode).toBe(200);
    expect((await reset(testApp, third.token)).statusCode).toBe(410);
  });

  test("a concurrent login with the old password leaves no session", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await askFor(testApp);
    const { token } = await linkIn(testApp.database, "reset-password");
    const logins = Array.from({ length: 4 }, () =>
      post(testApp, apiPaths.login, { email, password }),
    );
    await Promise.all([reset(testApp, token), ...logins]);
    const { password_hash: hash } = await testApp.database.db
      .selectFrom("accounts")
      .select("password_hash")
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id/);
    expect(await testApp.database.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  test("emails to one address are limited, and the limit reveals nothing", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    for (const address of [email, "who@example.com"]) {
      for (let index = 0; index < limits.resetAccount.max; index += 1) {
        expect((await askFor(testApp, address)).statusCode).toBe(200);
      }
      expect((await askFor(testApp, address)).json()).toMatchObject({
        code: "links-sent",
        retryAfter: limits.resetAccount.windowMs / limits.resetAccount.max / 1000,
      });
    }
  });

  test("a new password resets the account's count of attempts", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    for (let index = 0; index <= limits.loginAccount.max; index += 1) {
      await post(testApp, apiPaths.login, { email, password: "wrong words" });
    }
    await askFor(testApp);
    const { token } = await linkIn(testApp.database, "reset-password");
    await reset(testApp, token);
    const response = await post(testApp, apiPaths.login, { email, password: newPassword });
    expect(response.statusCode).toBe(200);
  });

  test("while strangers keep asking, the mailbox always contains a working link", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    // Other emails to the mailbox do not count here.
    const share = {
      limit: "mailAccount",
      hash: testApp.context.clientKeys.hashAccount(email),
    } as const;
    for (let message = 0; message < limits.mailAccount.max; message += 1) {
      await countAttempt(testApp.context, [share]);
    }
    const emailedAt = new Map<string, number>();
    for (let minute = 0; minute < 90; minute += 5) {
      const askedAt = testApp.clock.now;
      for (let index = 0; index < 4; index += 1) await askFor(testApp);
      const { url } = await linkIn(testApp.database, "reset-password");
      const newest = url.pathname + url.search;
      if (!emailedAt.has(newest)) emailedAt.set(newest, askedAt);
      testApp.clock.now += minutes(5) - 1;
      // The newest one, and earlier ones that the owner may have open.
      const young = [...emailedAt].filter(([, at]) => testApp.clock.now - at < halfHour);
      expect(young).toContainEqual([newest, expect.any(Number)]);
      for (const [address] of young) {
        const page = await testApp.app.inject(address);
        expect([minute, page.body.includes("Get a new link")]).toEqual([minute, false]);
      }
      testApp.clock.now += 1;
    }
    const emails = await readEmails(testApp.database);
    // Three at once, then one every ten minutes.
    expect(emails.filter(({ kind }) => kind === "reset-password")).toHaveLength(3 + 8);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("known and unknown addresses get the same response; only one gets an email", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const known = await askFor(testApp, email.toUpperCase());
    const unknown = await askFor(testApp, "who@example.com");
    for (const response of [known, unknown])
      expect([response.statusCode, response.body]).toEqual([200, "{}"]);
    const emails = (await readEmails(testApp.database)).filter(
      (it) => it.kind === "reset-password",
    );
    expect(emails.map(({ recipient }) => recipient)).toEqual([email]);
    // A disabled account gets none, with the same response.
    await testApp.database.write((trx) =>
      trx.updateTable("accounts").set({ disabled_at: testApp.clock.now }).execute(),
    );
    const before = (await readEmails(testApp.database)).length;
    expect((await askFor(testApp)).body).toBe(known.body);
    expect(await readEmails(testApp.database)).toHaveLength(before);
    const wrong = await askFor(testApp, "ruth");
    expect(wrong.json().fields).toEqual({ email: "Email is invalid." });
  });

  test("the link uses the site's own origin, whatever the Host header says", async () => {
    const testApp = await openTestApp(createDatabase, { PUBLIC_URL: "https://www.example.com" });
    await signUp(testApp.app);
    await testApp.app.inject({
      method: "POST",
      url: apiPaths.forgotPassword,
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
      payload: { email },
    });
    const { url } = await linkIn(testApp.database, "reset-password");
    expect(url.origin + url.pathname).toBe(`https://www.example.com${paths.resetPassword}`);
  });

  test("endless attempts and requests by strangers do not lock out the mailbox's owner", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    await post(testApp, apiPaths.login, { email, password: "wrong words" });
    await askFor(testApp);
    await exhaustThrottles(testApp);
    expect((await askFor(testApp)).json().code).toBe("too-many");
    await testApp.database.write((trx) =>
      trx.deleteFrom("throttles").where("key", "like", "mailAddress:%").execute(),
    );
    const rejected = await testApp.app.inject(native(paths.forgotPassword, { email }));
    expect([rejected.statusCode, rejected.headers["retry-after"]]).toEqual([
      429,
      expect.any(String),
    ]);
    expect(rejected.body).toContain("we already emailed it a link that still works.");
    expect((await post(testApp, apiPaths.login, { email, password })).json().code).toBe("too-many");

    // A link sent before still works, and makes its browser a known device.
    const { token } = await linkIn(testApp.database, "reset-password");
    const { cookies } = await reset(testApp, token);
    expect(cookies.map(({ name }) => name)).toEqual(["known-browser"]);
    const cookie = `known-browser=${cookies[0]?.value}`;
    await post(testApp, apiPaths.login, { email, password: "wrong words" });
    await exhaustThrottles(testApp);
    const logIn = (headers: Readonly<Record<string, string>>) =>
      testApp.app.inject({
        method: "POST",
        url: apiPaths.login,
        headers,
        payload: { email, password: newPassword },
      });
    expect((await logIn({})).statusCode).toBe(429);
    expect((await logIn({ cookie })).statusCode).toBe(200);

    // A known device has its own, small limit of emails.
    const ask = () =>
      testApp.app.inject({
        method: "POST",
        url: apiPaths.forgotPassword,
        headers: { cookie },
        payload: { email },
      });
    for (let index = 0; index < limits.resetBrowser.max; index += 1) {
      expect((await ask()).statusCode).toBe(200);
    }
    expect((await ask()).json().code).toBe("links-sent");
  });

  test("the whole flow works by native posts; a reload of the last page sends nothing", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const { app } = testApp;
    const asked = await app.inject(native(paths.forgotPassword, { email }));
    expect([asked.statusCode, asked.headers.location]).toEqual([
      303,
      `${paths.forgotPassword}?done`,
    ]);
    const sent = await app.inject(String(asked.headers.location));
    expect(sent.body).toContain("If an account uses this address");
    const { token } = await linkIn(testApp.database, "reset-password");
    const fields = { newPassword, [authExtras.token]: token };
    const short = await app.inject(native(paths.resetPassword, { ...fields, newPassword: "x" }));
    expect(short.statusCode).toBe(422);
    expect(short.body).toContain(`value="${token}"`);
    const done = await app.inject(native(paths.resetPassword, fields));
    expect([done.statusCode, done.headers.location]).toEqual([303, `${paths.resetPassword}?done`]);
    const again = await app.inject(native(paths.resetPassword, fields));
    expect(again.statusCode).toBe(410);
    expect(again.body).toContain("This link was already used or is too old.");
  });
});
