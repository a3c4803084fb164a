import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { linkIn, readEmails } from "../../../../../tests/support/emails.ts";
import {
  newAccount,
  type SignedIn,
  signUp,
  signUpConfirmed,
  turnOnCodes,
} from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { authExtras } from "../../contract/auth.ts";
import { sendVerification } from "./confirm-email.ts";

const { email, password } = newAccount;
const newEmail = "ruth.new@example.com";

const confirm = (ruth: SignedIn, token: string) =>
  ruth.request("POST", apiPaths.confirmEmail, { [authExtras.token]: token });

const logIn = ({ app }: TestApp, address: string) =>
  app.inject({ method: "POST", url: apiPaths.login, payload: { email: address, password } });

const readAccount = ({ database }: TestApp, key: string) =>
  database.db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("email_key", "=", key)
    .executeTakeFirst();

describeEachDialect("confirming an address", (_open, createDatabase, engine) => {
  test("a new account gets a link; opening changes nothing, the button confirms once", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const { url, token } = await linkIn(testApp.database, "verify-email");
    expect(url.pathname).toBe(paths.confirmEmail);
    const page = await ruth.request("GET", url.pathname + url.search);
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).toContain(email);
    expect(page.body).toContain("Messages that you sent us before");
    expect(page.body).not.toContain('type="password"');
    expect(await readAccount(testApp, email)).toMatchObject({ email_verified_at: null });

    expect((await confirm(ruth, token)).statusCode).toBe(200);
    expect(await readAccount(testApp, email)).toEqual({
      email,
      email_verified_at: testApp.clock.now,
    });
    const again = await ruth.request("GET", url.pathname + url.search);
    expect(again.body).toContain("Your email is already confirmed");
    expect((await confirm(ruth, token)).statusCode).toBe(200);
    expect((await confirm(ruth, "")).json().code).toBe("link-expired");
  });

  test("an older link, or one of before a reset, says that the email is confirmed", async () => {
    const testApp = await openTestApp(createDatabase);
    const { app, database } = testApp;
    const ruth = await signUp(app);
    const older = await linkIn(database, "verify-email");
    await ruth.request("POST", apiPaths.verifyEmail, {});
    const page = (url: URL) => app.inject({ url: url.pathname + url.search });
    // Replaced, and nothing is confirmed yet.
    expect((await page(older.url)).body).toContain("This link cannot confirm your email");
    expect((await confirm(ruth, older.token)).json().code).toBe("link-expired");

    await app.inject({ method: "POST", url: apiPaths.forgotPassword, payload: { email } });
    const { token } = await linkIn(database, "reset-password");
    const payload = { newPassword: "quiet maple 9", [authExtras.token]: token };
    await app.inject({ method: "POST", url: apiPaths.resetPassword, payload });
    const newer = await linkIn(database, "verify-email");
    for (const { url } of [older, newer]) {
      expect((await page(url)).body).toContain("Your email is already confirmed");
    }
    // The address of the account changed since: the old link says nothing about it.
    await database.write((trx) => trx.updateTable("accounts").set({ email: newEmail }).execute());
    expect((await page(older.url)).body).not.toContain("already confirmed");
  });

  test("a changed address logs in once its link was used, and the old one is notified", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const old = await linkIn(testApp.database, "verify-email");
    await ruth.request("POST", apiPaths.changeEmail, { email: newEmail, password });
    expect((await logIn(testApp, newEmail)).json().code).toBe("user-not-found");
    expect((await logIn(testApp, email)).statusCode).toBe(200);

    await testApp.app.inject({ method: "POST", url: apiPaths.forgotPassword, payload: { email } });
    const { token } = await linkIn(testApp.database, "change-email");
    const responses = await Promise.all([confirm(ruth, token), confirm(ruth, token)]);
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
    expect((await logIn(testApp, newEmail)).statusCode).toBe(200);
    expect((await logIn(testApp, email)).json().code).toBe("user-not-found");
    expect(await readAccount(testApp, newEmail)).toMatchObject({
      email_verified_at: testApp.clock.now,
    });
    const notices = (await readEmails(testApp.database)).filter(
      (it) => it.kind === "email-changed",
    );
    expect(notices.map(({ recipient }) => recipient)).toEqual([email]);
    // The profile showed the old address, so it changes too.
    const profile = (await ruth.request("GET", apiPaths.profile)).json();
    expect(profile).toMatchObject({ user: { emailAddress: newEmail }, version: 2 });

    // Links in the old mailbox no longer work.
    expect((await confirm(ruth, old.token)).statusCode).toBe(410);
    const reset = await linkIn(testApp.database, "reset-password");
    const payload = { newPassword: "eight pears", [authExtras.token]: reset.token };
    const tried = await testApp.app.inject({
      method: "POST",
      url: apiPaths.resetPassword,
      payload,
    });
    expect(tried.statusCode).toBe(410);
  });

  test("an address that somebody else registered in the meantime stays theirs", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    await ruth.request("POST", apiPaths.changeEmail, { email: newEmail, password });
    const { token } = await linkIn(testApp.database, "change-email");
    await signUp(testApp.app, { email: newEmail.toUpperCase() });
    const rejected = await confirm(ruth, token);
    expect([rejected.statusCode, rejected.json().code]).toEqual([409, "email-already-in-use"]);
    expect(await readAccount(testApp, email)).toBeDefined();

    const page = await postPage(ruth.cookie, testApp, { [authExtras.token]: token });
    expect(page.statusCode).toBe(409);
    expect(page.body).toContain("This email address is already in use.");
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test('the email says what confirming does, and links to "This was not me"', async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const { token } = await linkIn(testApp.database, "verify-email");
    const [email] = await readEmails(testApp.database);
    expect(email?.text).toContain("Someone created a");
    expect(email?.text).toContain("we link your earlier messages to your account");
    expect(email?.text).toContain(`This was not me:\n`);
    expect(email?.text).toContain(`${paths.confirmEmail}?not-mine=${token}`);
  });

  test("a rejected account gets no email", async () => {
    const testApp = await openTestApp(createDatabase);
    await signUp(testApp.app);
    const payload = { ...newAccount, lastName: "Other" };
    await testApp.app.inject({ method: "POST", url: apiPaths.createAccount, payload });
    expect(await readEmails(testApp.database)).toHaveLength(1);
  });

  test("a native post confirms and redirects to a page that can be reloaded", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const { token } = await linkIn(testApp.database, "verify-email");
    const done = await postPage(ruth.cookie, testApp, { [authExtras.token]: token });
    expect([done.statusCode, done.headers.location]).toEqual([303, `${paths.confirmEmail}?done`]);
    const page = await testApp.app.inject(String(done.headers.location));
    expect(page.body).toContain("Your email is confirmed");
  });

  test("an expired link confirms nothing", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const { token } = await linkIn(testApp.database, "verify-email");
    testApp.clock.now += hours(facts.keep.emailLinkHours);
    expect((await confirm(ruth, token)).statusCode).toBe(410);
    expect(await readAccount(testApp, email)).toMatchObject({ email_verified_at: null });
  });

  test("a link to an address that is no longer the login email confirms nothing", async () => {
    const testApp = await openTestApp(createDatabase);
    const { clock, context, database } = testApp;
    const ruth = await signUp(testApp.app);
    await ruth.request("POST", apiPaths.changeEmail, { email: newEmail, password });
    const change = await linkIn(database, "change-email");
    expect((await confirm(ruth, change.token)).statusCode).toBe(200);
    const changed = { email: newEmail, email_verified_at: clock.now };
    // Created for the old address, but stored after the change.
    await database.write((trx) => sendVerification(trx, context, { uid: ruth.uid, email }));
    const late = await linkIn(database, "verify-email");
    clock.now += 1000;
    expect((await confirm(ruth, late.token)).json().code).toBe("link-expired");
    expect(await readAccount(testApp, newEmail)).toEqual(changed);
  });
});

function postPage(cookie: string, { app }: TestApp, fields: Readonly<Record<string, string>>) {
  return app.inject({
    method: "POST",
    url: paths.confirmEmail,
    headers: {
      cookie,
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

describeEachDialect(
  "a link to confirm an address in another browser",
  (_open, createDatabase, engine) => {
    const byPassword = ({ app }: TestApp, token: string, word: string, cookie = "") =>
      app.inject({
        method: "POST",
        url: apiPaths.confirmByPassword,
        headers: { cookie },
        payload: { password: word, [authExtras.token]: token },
      });

    const isConfirmed = async (testApp: TestApp) =>
      (await readAccount(testApp, email))?.email_verified_at !== null;

    test("confirms nothing without the account's session or password", async () => {
      const testApp = await openTestApp(createDatabase);
      await signUp(testApp.app);
      const { url, token } = await linkIn(testApp.database, "verify-email");
      const walter = await signUp(testApp.app, { email: "walter@example.com" });
      const payload = { [authExtras.token]: token };
      for (const headers of [
        { "sec-fetch-site": "same-origin" },
        { "sec-fetch-site": "same-origin", cookie: walter.cookie },
      ]) {
        const response = await testApp.app.inject({
          method: "POST",
          url: apiPaths.confirmEmail,
          headers,
          payload,
        });
        expect([response.statusCode, response.json().code]).toEqual([403, "confirm-needed"]);
      }
      const wrong = await byPassword(testApp, token, "not this one");
      expect(wrong.json().fields).toEqual({
        password: "This is not the password of that account.",
      });
      expect(await isConfirmed(testApp)).toBe(false);

      const page = await testApp.app.inject(url.pathname + url.search);
      expect(page.body).toContain('type="password"');
      expect(page.body).toContain(`${paths.confirmEmail}?not-mine=${token}`);
      const others = await walter.request("GET", url.pathname + url.search);
      expect(others.body).toContain("Another account is logged in here.");
      // The link is still valid.
      expect((await byPassword(testApp, token, password)).statusCode).toBe(200);
      expect(await isConfirmed(testApp)).toBe(true);
      // A second press finds the work done.
      expect((await byPassword(testApp, token, password)).statusCode).toBe(200);
    });

    test("does not show the creator of an account what the owner of the mailbox once sent", async () => {
      const testApp = await openTestApp(createDatabase);
      const message = { name: "Ruth", phone: "", email, message: "About my knee" };
      const sent = {
        method: "POST",
        url: "/api/submissions/ContactForm",
        payload: message,
      } as const;
      expect((await testApp.app.inject(sent)).statusCode).toBe(201);
      const stranger = await signUp(testApp.app);
      const { url, token } = await linkIn(testApp.database, "verify-email");
      // The owner opens the link in their own browser, and presses its button.
      await testApp.app.inject(url.pathname + url.search);
      await postPage("", testApp, { [authExtras.token]: token });
      await byPassword(testApp, token, "my own password");
      const data = await stranger.request("GET", apiPaths.myData);
      expect(data.statusCode).toBe(200);
      expect((await stranger.request("GET", apiPaths.settings)).json().emailVerified).toBe(false);
      await stranger.request("POST", apiPaths.deleteAccount, { password });
      expect(await testApp.submissions()).toHaveLength(1);
    });

    // No engine can change the following.
    if (engine !== "sqlite") return;

    test("wrong passwords count towards the limit of logging in", async () => {
      const testApp = await openTestApp(createDatabase);
      await signUp(testApp.app);
      const { token } = await linkIn(testApp.database, "verify-email");
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await byPassword(testApp, token, "not this one")).statusCode).toBe(422);
      }
      expect((await byPassword(testApp, token, password)).statusCode).toBe(429);
      expect((await logIn(testApp, email)).statusCode).toBe(429);
      expect(await isConfirmed(testApp)).toBe(false);
    });

    test("requires a login if the account needs a code", async () => {
      const testApp = await openTestApp(createDatabase);
      const ruth = await signUpConfirmed(testApp);
      await turnOnCodes(ruth, testApp.clock.now);
      await ruth.request("POST", apiPaths.changeEmail, { email: newEmail, password });
      const { url, token } = await linkIn(testApp.database, "change-email");
      const response = await byPassword(testApp, token, password);
      expect([response.statusCode, response.json().code]).toEqual([403, "confirm-needed"]);
      const page = await testApp.app.inject(url.pathname + url.search);
      expect(page.body).toContain("So log in here first.");
      expect(page.body).not.toContain('type="password"');
      expect((await confirm(ruth, token)).statusCode).toBe(200);
    });

    test("works by native posts; a wrong password leaves the page unchanged", async () => {
      const testApp = await openTestApp(createDatabase);
      await signUp(testApp.app);
      const { token } = await linkIn(testApp.database, "verify-email");
      const fields = { [authExtras.token]: token };
      const wrong = await postPage("", testApp, { ...fields, password: "not this one" });
      expect(wrong.statusCode).toBe(422);
      for (const text of ["This is not the password of that account.", email, token]) {
        expect(wrong.body).toContain(text);
      }
      expect(wrong.body).not.toContain("not this one");
      // A button on a page that was rendered while somebody was still signed in.
      const late = await postPage("", testApp, fields);
      expect(late.statusCode).toBe(403);
      expect(late.body).toContain('type="password"');
      const done = await postPage("", testApp, { ...fields, password });
      expect([done.statusCode, done.headers.location]).toEqual([303, `${paths.confirmEmail}?done`]);
      expect(await isConfirmed(testApp)).toBe(true);
    });
  },
);
