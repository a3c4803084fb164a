import { expect, test } from "vitest";
import { describeEachDialect } from "../../../tests/support/dialects.ts";
import { linkIn, readMails } from "../../../tests/support/mails.ts";
import { newAccount, signUp } from "../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { calls } from "../../contract/api.ts";
import { doorExtras } from "../../contract/doors.ts";
import { facts } from "../../contract/facts.ts";
import { paths } from "../../contract/paths.ts";

const { email, password } = newAccount;
const newEmail = "ruth.new@example.com";

const confirm = ({ app }: TestApp, token: string) =>
  app.inject({ method: "POST", url: calls.confirmEmail, payload: { [doorExtras.token]: token } });

const logIn = ({ app }: TestApp, address: string) =>
  app.inject({ method: "POST", url: calls.login, payload: { email: address, password } });

const readAccount = ({ database }: TestApp, key: string) =>
  database.db
    .selectFrom("accounts")
    .select(["email", "email_verified_at"])
    .where("email_key", "=", key)
    .executeTakeFirst();

describeEachDialect("confirming an address", (_open, place) => {
  test("a new account gets a link; looking changes nothing, the button confirms once", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    const { url, token } = await linkIn(testApp.database, "verify-email");
    expect(url.pathname).toBe(paths.confirmEmail);
    const page = await testApp.app.inject(url.pathname + url.search);
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.body).toContain(email);
    expect(await readAccount(testApp, email)).toMatchObject({ email_verified_at: null });

    expect((await confirm(testApp, token)).statusCode).toBe(200);
    expect(await readAccount(testApp, email)).toEqual({
      email,
      email_verified_at: testApp.clock.now,
    });
    expect((await confirm(testApp, token)).json().code).toBe("link-expired");
    expect((await confirm(testApp, "")).json().code).toBe("link-expired");
  });

  test("no account, no mail: somebody who is refused gets none", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    const payload = { ...newAccount, lastName: "Other" };
    await testApp.app.inject({ method: "POST", url: calls.createAccount, payload });
    expect(await readMails(testApp.database)).toHaveLength(1);
  });

  test("a link too old confirms nothing", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    const { token } = await linkIn(testApp.database, "verify-email");
    testApp.clock.now += facts.keep.emailLinkHours * 60 * 60 * 1000;
    expect((await confirm(testApp, token)).statusCode).toBe(410);
    expect(await readAccount(testApp, email)).toMatchObject({ email_verified_at: null });
  });

  test("a changed address signs in once its link was used, and the old one is told", async () => {
    const testApp = await openTestApp(place);
    const ruth = await signUp(testApp.app);
    const old = await linkIn(testApp.database, "verify-email");
    await ruth.call("POST", calls.changeEmail, { email: newEmail, password });
    expect((await logIn(testApp, newEmail)).json().code).toBe("user-not-found");
    expect((await logIn(testApp, email)).statusCode).toBe(200);

    await testApp.app.inject({ method: "POST", url: calls.forgotPassword, payload: { email } });
    const { token } = await linkIn(testApp.database, "change-email");
    const answers = await Promise.all([confirm(testApp, token), confirm(testApp, token)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 410]);
    expect((await logIn(testApp, newEmail)).statusCode).toBe(200);
    expect((await logIn(testApp, email)).json().code).toBe("user-not-found");
    expect(await readAccount(testApp, newEmail)).toMatchObject({
      email_verified_at: testApp.clock.now,
    });
    const told = (await readMails(testApp.database)).filter((it) => it.kind === "email-changed");
    expect(told.map(({ recipient }) => recipient)).toEqual([email]);
    // The profile showed the old address, so it moves along.
    const profile = (await ruth.call("GET", calls.profile)).json();
    expect(profile).toMatchObject({ user: { emailAddress: newEmail }, version: 2 });

    // Links that lie in the old mailbox open nothing any more.
    expect((await confirm(testApp, old.token)).statusCode).toBe(410);
    const reset = await linkIn(testApp.database, "reset-password");
    const payload = { newPassword: "eight pears", [doorExtras.token]: reset.token };
    const tried = await testApp.app.inject({ method: "POST", url: calls.resetPassword, payload });
    expect(tried.statusCode).toBe(410);
  });

  test("an address that somebody else took in the meantime stays theirs", async () => {
    const testApp = await openTestApp(place);
    const ruth = await signUp(testApp.app);
    await ruth.call("POST", calls.changeEmail, { email: newEmail, password });
    const { token } = await linkIn(testApp.database, "change-email");
    await signUp(testApp.app, { email: newEmail.toUpperCase() });
    const refused = await confirm(testApp, token);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "email-already-in-use"]);
    expect(await readAccount(testApp, email)).toBeDefined();

    const page = await testApp.app.inject({
      method: "POST",
      url: paths.confirmEmail,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ [doorExtras.token]: token }).toString(),
    });
    expect(page.statusCode).toBe(409);
    expect(page.body).toContain("This email address is already in use.");
  });

  test("a native post confirms and leads to a page that can be loaded again", async () => {
    const testApp = await openTestApp(place);
    await signUp(testApp.app);
    const { token } = await linkIn(testApp.database, "verify-email");
    const done = await testApp.app.inject({
      method: "POST",
      url: paths.confirmEmail,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ [doorExtras.token]: token }).toString(),
    });
    expect([done.statusCode, done.headers.location]).toEqual([303, `${paths.confirmEmail}?done`]);
    const page = await testApp.app.inject(String(done.headers.location));
    expect(page.body).toContain("Your email is confirmed");
  });
});
