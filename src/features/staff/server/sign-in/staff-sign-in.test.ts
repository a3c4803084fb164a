import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import {
  codeOf,
  type DeskBrowser,
  deskBrowser,
  inviteStaff,
  joinDesk,
  readAudit,
  signInStaff,
  staffAuthenticatorSecret,
  staffPassword,
} from "../../../../../tests/support/staff.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import {
  deskLoginEndpoints as auth,
  ownSignInEndpoints as own,
} from "../../../../platform/contract/desk/staff.ts";
import { days, minutes } from "../../../../platform/contract/durations.ts";
import { limits } from "../../../../platform/server/credentials/throttles.ts";

const origin = "https://desk.example.com";
const email = "imani@example.com";

describeEachDialect("signing in to the desk", (_open, createDatabase, engine) => {
  const openDesk = (settings = {}, logs?: { write(line: string): void }) =>
    openTestApp(createDatabase, { PUBLIC_URL: origin, ...settings }, logs);

  test("an invited person sets a password and a code app before anything opens", async () => {
    const desk = await openDesk();
    const token = await inviteStaff(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    for (let read = 0; read < 2; read += 1) {
      const link = await browser.call(auth.readInvitation, { token });
      expect(link.json()).toEqual({ purpose: "join", name: "Imani Bell", email });
    }
    const accept = { token, password: staffPassword };
    const setUp = { state: "setup-needed" };
    expect((await browser.call(auth.acceptInvitation, accept)).json()).toEqual(setUp);
    expect((await browser.call(auth.session)).json()).toEqual(setUp);
    expect((await browser.call(own.read)).statusCode).toBe(401);
    expect((await browser.call(auth.loginCode, { code: "123456" })).json().code).toBe(
      "login-expired",
    );
    const half = browser.cookies.get("__Host-desk-session");
    const { secret, qr } = (await browser.call(auth.startSetup)).json();
    expect(qr.size).toBeGreaterThan(20);
    const wrong = await browser.call(auth.confirmSetup, { code: "000000" });
    expect(wrong.json()).toMatchObject({ code: "invalid", fields: { code: expect.any(String) } });
    const set = await browser.call(auth.confirmSetup, { code: await codeOf(secret, desk) });
    expect(set.json().codes).toHaveLength(10);
    expect(browser.cookies.get("__Host-desk-session")).not.toBe(half);
    expect((await browser.call(auth.session)).json()).toMatchObject({
      state: "signed-in",
      person: { email, permissions: expect.arrayContaining(["inbox-work", "customer-work"]) },
    });
    expect((await browser.call(own.read)).json()).toEqual({
      hasAuthenticator: true,
      recoveryCodesLeft: 10,
      passkeys: [],
    });
    // The link works once, and the incomplete session's token is void.
    expect((await browser.call(auth.acceptInvitation, accept)).json().code).toBe("link-expired");
    browser.cookies.set("__Host-desk-session", half ?? "");
    expect((await browser.call(auth.session)).json()).toEqual({ state: "signed-out" });
    expect(await readAudit(desk)).toEqual([
      ["staff", "Imani Bell", "Accepted the invitation", email],
      ["staff", "Imani Bell", "Set up an authenticator", email],
      ["log-in", "Imani Bell", "Logged in after the first setup", ""],
    ]);
  });

  test("a passkey alone is both factors, also as the first one", async () => {
    const desk = await openDesk();
    const token = await inviteStaff(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    await browser.call(auth.acceptInvitation, { token, password: staffPassword });
    const passkey = makePasskey(origin);
    const options = (await browser.call(auth.setupPasskeyOptions)).json();
    const response = passkey.create(options);
    const added = await browser.call(auth.setupPasskey, { name: "My phone", response });
    expect(added.json().codes).toHaveLength(10);

    const other = deskBrowser(desk);
    const challenge = (await other.call(auth.passkeyOptions)).json();
    const assertion = passkey.get(challenge);
    expect((await other.call(auth.passkeyLogin, assertion)).json()).toEqual({ state: "signed-in" });
    expect((await other.call(auth.session)).json().state).toBe("signed-in");
    // A response works once.
    expect((await deskBrowser(desk).call(auth.passkeyLogin, assertion)).statusCode).toBe(401);

    // The password requires a code: a recovery code, since there is no authenticator.
    const third = deskBrowser(desk);
    const login = await third.call(auth.login, { email, password: staffPassword });
    expect(login.json()).toEqual({ state: "code-needed", name: "Imani Bell" });
    // It cannot set up another second factor.
    for (const endpoint of [auth.startSetup, auth.setupPasskeyOptions]) {
      expect((await third.call(endpoint)).json().code).toBe("login-expired");
    }
    const [code] = added.json().codes;
    expect((await third.call(auth.loginCode, { code })).json()).toEqual({ state: "signed-in" });
    expect((await third.call(own.read)).json()).toMatchObject({
      recoveryCodesLeft: 9,
      passkeys: [{ name: "My phone", lastUsedAt: expect.any(String) }],
    });
    await third.call(auth.logout);
    await third.call(auth.login, { email, password: staffPassword });
    expect((await third.call(auth.loginCode, { code })).json().code).toBe("wrong-code");
    expect((await readAudit(desk)).slice(-6)).toEqual([
      ["refused", "Unknown", "Wrong passkey", "Log-in"],
      ["log-in", "Imani Bell", "Gave the password", ""],
      ["log-in", "Imani Bell", "Logged in with a recovery code", ""],
      ["log-in", "Imani Bell", "Logged out", ""],
      ["log-in", "Imani Bell", "Gave the password", ""],
      ["refused", "Unknown", "Wrong code", `Log-in of ${email}`],
    ]);
  });

  test("attempts are limited by account and by incomplete log-in", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    for (let count = 0; count < limits.staffLoginAccount.max; count += 1) {
      const wrong = await browser.call(auth.login, { email, password: "wrong words here" });
      expect(wrong.statusCode).toBe(401);
    }
    const right = { email, password: staffPassword };
    expect((await browser.call(auth.login, right)).statusCode).toBe(429);
    desk.clock.now += limits.staffLoginAccount.windowMs;
    expect((await browser.call(auth.login, right)).json().state).toBe("code-needed");
    for (let count = 0; count < limits.staffCodeStep.max; count += 1) {
      expect((await browser.call(auth.loginCode, { code: "000000" })).statusCode).toBe(401);
    }
    const code = await codeOf(staffAuthenticatorSecret, desk);
    expect((await browser.call(auth.loginCode, { code })).json().code).toBe("login-expired");
    expect((await browser.call(auth.session)).json()).toEqual({ state: "signed-out" });
    expect((await browser.call(auth.login, right)).json().state).toBe("code-needed");
    expect((await browser.call(auth.loginCode, { code })).statusCode).toBe(200);
    // A code works once.
    const other = deskBrowser(desk);
    await other.call(auth.login, right);
    expect((await other.call(auth.loginCode, { code })).json().code).toBe("wrong-code");
    await desk.database.write((trx) =>
      trx
        .updateTable("throttles")
        .set({ count: 1000, window_started_at: desk.clock.now })
        .where("key", "like", "staffCodeAccount:%")
        .execute(),
    );
    expect((await other.call(auth.loginCode, { code })).json().code).toBe("too-many");
  });

  test("strangers who use up the attempts lock nobody out of their known browsers", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const right = { email, password: staffPassword };
    const logIn = async (browser: DeskBrowser) => {
      const first = await browser.call(auth.login, right);
      if (first.statusCode !== 200) return first.statusCode;
      desk.clock.now += minutes(1);
      const code = await codeOf(staffAuthenticatorSecret, desk);
      return (await browser.call(auth.loginCode, { code })).statusCode;
    };
    const own = deskBrowser(desk);
    expect(await logIn(own)).toBe(200);
    const written = own.cookies.get("__Host-desk-known-browser") ?? "";
    expect(written).toMatch(/^[\w-]{22}(\.[\w-]{22}){2}$/);
    await own.call(auth.logout);
    expect((await own.call(auth.session)).json()).toEqual({ state: "signed-out" });

    const stranger = deskBrowser(desk);
    for (let count = 0; count < limits.staffLoginAccount.max; count += 1) {
      await stranger.call(auth.login, { email, password: "wrong words here" });
    }
    const made = deskBrowser(desk);
    made.cookies.set("__Host-desk-known-browser", written.replace(/.$/, "-"));
    expect(await logIn(made), "a cookie that was changed").toBe(429);
    const customer = deskBrowser(desk);
    customer.cookies.set("__Host-known-browser", written);
    expect(await logIn(customer), "a cookie of the public log-in").toBe(429);
    expect(await logIn(own)).toBe(200);

    await own.call(auth.logout);
    for (let count = 0; count < limits.staffLoginBrowser.max; count += 1) {
      await own.call(auth.login, { email, password: "wrong words here" });
    }
    expect(await logIn(own), "its own tries are limited too").toBe(429);
  });

  test("right passwords use up no attempts, of the account or of the network address", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    for (let time = 0; time < 3; time += 1) {
      const login = await deskBrowser(desk).call(auth.login, { email, password: staffPassword });
      expect(login.json().state).toBe("code-needed");
    }
    const rows = await desk.database.db
      .selectFrom("throttles")
      .select(["key", "count"])
      .where("key", "like", "staffLogin%")
      .execute();
    expect(rows.filter(({ count }) => count > 0)).toEqual([]);
  });

  test("a new password by email ends all sessions and keeps the second factor", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    await inviteStaff(desk, { email: "new@example.com", name: "Ruth Calder", roles: ["agent"] });
    const inside = deskBrowser(desk);
    await inside.call(auth.login, { email, password: staffPassword });
    const code = await codeOf(staffAuthenticatorSecret, desk);
    await inside.call(auth.loginCode, { code });
    const browser = deskBrowser(desk);
    const before = (await readEmails(desk.database)).length;
    const asked = ["nobody@example.com", "new@example.com", email.toUpperCase()];
    for (const address of asked) {
      const response = await browser.call(auth.forgotPassword, { email: address });
      expect([response.statusCode, response.json()]).toEqual([200, {}]);
    }
    const emails = (await readEmails(desk.database)).slice(before);
    expect(emails).toMatchObject([{ kind: "staff-new-password", recipient: email }]);
    const token = /\/desk\/join#(\S+)/.exec(emails[0]?.text ?? "")?.[1] ?? "";
    expect((await browser.call(auth.readInvitation, { token })).json().purpose).toBe(
      "new-password",
    );
    const password = "seven quiet lanterns";
    expect((await browser.call(auth.acceptInvitation, { token, password })).json()).toEqual({
      state: "code-needed",
      name: "Imani Bell",
    });
    expect((await inside.call(auth.session)).json()).toEqual({ state: "signed-out" });
    const old = await browser.call(auth.login, { email, password: staffPassword });
    expect(old.statusCode).toBe(401);
    expect((await readEmails(desk.database)).at(-1)).toMatchObject({
      kind: "staff-notice",
      recipient: email,
    });
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("an unknown email, a wrong password, an invited and a disabled person get one answer", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["admin"] });
    await joinDesk(desk, { email: "gone@example.com", name: "Gil Moreno", roles: ["agent"] });
    await inviteStaff(desk, { email: "new@example.com", name: "Ruth Calder", roles: ["agent"] });
    await desk.database.write((trx) =>
      trx.updateTable("staff").set({ disabled_at: 1 }).where("name", "=", "Gil Moreno").execute(),
    );
    const answers = await Promise.all(
      [
        { email: "nobody@example.com", password: staffPassword },
        { email, password: "wrong words here" },
        { email: "new@example.com", password: staffPassword },
        { email: "gone@example.com", password: staffPassword },
        { email: "", password: "" },
      ].map((body) => deskBrowser(desk).call(auth.login, body)),
    );
    for (const answer of answers) {
      expect([answer.statusCode, answer.body]).toEqual([401, answers[0]?.body]);
      expect(answer.cookies).toEqual([]);
    }
    const rejected = (await readAudit(desk)).filter(([kind]) => kind === "refused");
    expect(rejected.map(([, actor, what, target]) => [actor, what, target]).toSorted()).toEqual(
      [
        ["Unknown", "Unknown email", "Log-in"],
        ["Unknown", "Unknown email", "Log-in"],
        ["Unknown", "Wrong password", `Log-in of ${email}`],
        ["Unknown", "Wrong password", "Log-in of new@example.com"],
        ["Unknown", "Right password, but disabled", "Log-in of gone@example.com"],
      ].toSorted(),
    );
  });

  test("a set-up of an authenticator that was begun too long ago is not accepted", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    await browser.call(auth.login, { email, password: staffPassword });
    await browser.call(auth.loginCode, { code: await codeOf(staffAuthenticatorSecret, desk) });
    const { secret } = (await browser.call(own.startAuthenticator)).json();
    // Within the session, but after the secret's time.
    await desk.database.write((trx) =>
      trx
        .updateTable("staff_tokens")
        .set({ expires_at: desk.clock.now })
        .where("kind", "=", "new-authenticator")
        .execute(),
    );
    const code = await codeOf(secret, desk);
    const late = await browser.call(own.confirmAuthenticator, { code });
    expect([late.statusCode, late.json().code]).toEqual([409, "staff-changed"]);
    const { totp_secret } = await desk.database.db
      .selectFrom("staff")
      .select("totp_secret")
      .executeTakeFirstOrThrow();
    expect(totp_secret).toBe(staffAuthenticatorSecret);
  });

  test("the second step may take ten minutes", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    await browser.call(auth.login, { email, password: staffPassword });
    desk.clock.now += minutes(10);
    const code = await codeOf(staffAuthenticatorSecret, desk);
    expect((await browser.call(auth.loginCode, { code })).json().code).toBe("login-expired");
  });

  test("with the setting optional a password alone logs in and reauthenticates", async () => {
    const desk = await openDesk({ STAFF_SECOND_FACTOR: "optional" });
    const token = await inviteStaff(desk, { email, name: "Imani Bell", roles: ["admin"] });
    const browser = deskBrowser(desk);
    await browser.call(auth.acceptInvitation, { token, password: staffPassword });
    expect((await browser.call(auth.session)).json().state).toBe("signed-in");
    const login = await browser.call(auth.login, { email, password: staffPassword });
    expect(login.json()).toEqual({ state: "signed-in" });
    desk.clock.now += minutes(16);
    const start = own.startAuthenticator;
    expect((await browser.call(start)).json().code).toBe("confirm-needed");
    expect((await browser.call(own.reauth, { password: "wrong words here" })).statusCode).toBe(422);
    expect((await browser.call(own.reauth, { password: staffPassword })).statusCode).toBe(200);
    const { secret } = (await browser.call(start)).json();
    const code = await codeOf(secret, desk);
    expect((await browser.call(own.confirmAuthenticator, { code })).statusCode).toBe(200);
    // From now on the password no longer confirms, and a code is needed.
    expect((await browser.call(own.reauth, { password: staffPassword })).statusCode).toBe(401);
    const again = await browser.call(auth.login, { email, password: staffPassword });
    expect(again.json().state).toBe("code-needed");
  });

  test("a stricter setting asks people without a second factor to set one up", async () => {
    const desk = await openTestApp(createDatabase);
    const { id, request } = await signInStaff(desk, ["admin"]);
    await desk.database.write((trx) =>
      trx.updateTable("staff").set({ totp_enabled_at: null }).where("id", "=", id).execute(),
    );
    expect((await request("GET", "/api/desk/session")).json()).toEqual({
      state: "setup-needed",
    });
    expect((await request("GET", "/api/desk/me")).statusCode).toBe(401);
  });

  test("logs hold neither emails nor tokens", async () => {
    const lines: string[] = [];
    const desk = await openDesk({ LOG_LEVEL: "debug" }, { write: (line) => void lines.push(line) });
    const token = await inviteStaff(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    await browser.call(auth.readInvitation, { token });
    await browser.call(auth.login, { email, password: "wrong words here" });
    await browser.call(auth.forgotPassword, { email });
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join("")).not.toMatch(/imani|wrong words/i);
    expect(lines.join("")).not.toContain(token);
  });

  test("links expire after seven days", async () => {
    const desk = await openDesk();
    const token = await inviteStaff(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    desk.clock.now += days(7) - 1;
    const read = async () => (await browser.call(auth.readInvitation, { token })).statusCode;
    expect(await read()).toBe(200);
    // Nor do they work for somebody who is disabled, however that happened.
    const setDisabled = (disabled_at: number | null) =>
      desk.database.write((trx) => trx.updateTable("staff").set({ disabled_at }).execute());
    await setDisabled(desk.clock.now);
    expect(await read()).toBe(410);
    await setDisabled(null);
    expect(await read()).toBe(200);
    desk.clock.now += 1;
    expect((await browser.call(auth.readInvitation, { token })).json().code).toBe("link-expired");
    const accept = { token, password: staffPassword };
    expect((await browser.call(auth.acceptInvitation, accept)).json().code).toBe("link-expired");
  });

  test("of two links only the newer works", async () => {
    const desk = await openDesk();
    await joinDesk(desk, { email, name: "Imani Bell", roles: ["agent"] });
    const browser = deskBrowser(desk);
    const statuses = [];
    for (let count = 0; count < 2; count += 1) await browser.call(auth.forgotPassword, { email });
    const texts = (await readEmails(desk.database)).map(({ text }) => text);
    for (const text of texts) {
      const token = /\/desk\/join#(\S+)/.exec(text)?.[1];
      if (token === undefined) continue;
      statuses.push((await browser.call(auth.readInvitation, { token })).statusCode);
    }
    expect(statuses).toEqual([410, 200]);
    const stored = JSON.stringify(
      await desk.database.db.selectFrom("staff_tokens").selectAll().execute(),
    );
    for (const text of texts) {
      expect(stored).not.toContain(/\/desk\/join#(\S+)/.exec(text)?.[1] ?? "none");
    }
  });
});
