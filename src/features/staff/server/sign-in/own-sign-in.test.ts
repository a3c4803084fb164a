import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { readEmails } from "../../../../../tests/support/emails.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import {
  codeOf,
  deskBrowser,
  inviteStaff,
  joinDesk,
  readAudit,
  staffAuthenticatorSecret,
  staffPassword,
} from "../../../../../tests/support/staff.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { brand } from "../../../../brand.ts";
import { withId } from "../../../../platform/contract/define-endpoint.ts";
import {
  deskLoginEndpoints as auth,
  ownSignInEndpoints as own,
} from "../../../../platform/contract/desk/staff.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";

const origin = "https://desk.example.com";
const imani = { email: "imani@example.com", name: "Imani Bell", roles: ["admin"] } as const;
const sessionCookie = "__Host-desk-session";

describeEachDialect("one's own sign-in at the desk", (_open, createDatabase, engine) => {
  async function openDesk() {
    const desk = await openTestApp(createDatabase, { PUBLIC_URL: origin });
    await joinDesk(desk, imani);
    return desk;
  }

  async function logIn(desk: TestApp) {
    const browser = deskBrowser(desk);
    await browser.call(auth.login, { email: imani.email, password: staffPassword });
    // The code of an earlier log-in is rejected.
    desk.clock.now += minutes(1);
    const code = await codeOf(staffAuthenticatorSecret, desk);
    expect((await browser.call(auth.loginCode, { code })).statusCode).toBe(200);
    return browser;
  }

  test("reauthentication renews token and time, and does not prolong the session", async () => {
    const desk = await openDesk();
    const browser = await logIn(desk);
    const started = desk.clock.now;
    desk.clock.now += minutes(15) + 1;
    expect((await browser.call(own.startAuthenticator)).json().code).toBe("confirm-needed");
    const before = browser.cookies.get(sessionCookie) ?? "";
    expect((await browser.call(own.reauth, { code: "000000" })).json().code).toBe("wrong-code");
    expect((await browser.call(own.reauth, { password: staffPassword })).statusCode).toBe(401);
    const code = await codeOf(staffAuthenticatorSecret, desk);
    expect((await browser.call(own.reauth, { code })).statusCode).toBe(200);
    expect((await browser.call(own.startAuthenticator)).statusCode).toBe(200);
    const old = deskBrowser(desk);
    old.cookies.set(sessionCookie, before);
    expect((await old.call(auth.session)).json()).toEqual({ state: "signed-out" });
    const { expires_at } = await desk.database.db
      .selectFrom("staff_sessions")
      .select("expires_at")
      .executeTakeFirstOrThrow();
    expect(expires_at).toBe(started + hours(12));
    expect((await readAudit(desk)).slice(-3).map(([kind, , what]) => [kind, what])).toEqual([
      ["refused", "Wrong code"],
      ["refused", "Wrong code"],
      ["log-in", "Confirmed with a code"],
    ]);
  });

  test("a passkey is added, reauthenticates, and the last second factor cannot be removed", async () => {
    const desk = await openDesk();
    const browser = await logIn(desk);
    const remove = await browser.call(own.removeAuthenticator);
    expect(remove.json().code).toBe("last-second-factor");
    expect((await browser.call(own.read)).json().hasAuthenticator).toBe(true);
    const passkey = makePasskey(origin);
    const add = async (name: string) => {
      const options = (await browser.call(own.addPasskeyOptions)).json();
      return browser.call(own.addPasskey, { name, response: passkey.create(options) });
    };
    expect((await add(" ")).json().code).toBe("invalid");
    expect((await add("Laptop")).statusCode).toBe(200);
    expect((await add("Again")).json().code).toBe("passkey-refused");
    expect((await browser.call(own.newRecoveryCodes)).json().codes).toHaveLength(10);
    expect((await browser.call(own.removeAuthenticator)).statusCode).toBe(200);
    const ways = (await browser.call(own.read)).json();
    expect(ways).toMatchObject({ hasAuthenticator: false, recoveryCodesLeft: 10 });
    const [{ id }] = ways.passkeys;
    const last = await browser.call(withId(own.removePasskey, id));
    expect(last.json().code).toBe("last-second-factor");
    expect((await browser.call(withId(own.removePasskey, "other"))).statusCode).toBe(404);
    desk.clock.now += minutes(16);
    const options = (await browser.call(own.reauthPasskeyOptions)).json();
    expect((await browser.call(own.reauthPasskey, passkey.get(options))).statusCode).toBe(200);
    const { secret } = (await browser.call(own.startAuthenticator)).json();
    const code = await codeOf(secret, desk);
    expect((await browser.call(own.confirmAuthenticator, { code })).json().codes).toHaveLength(10);
    expect((await browser.call(withId(own.removePasskey, id))).statusCode).toBe(200);
    const notices = (await readEmails(desk.database)).filter(({ kind }) => kind === "staff-notice");
    expect(notices.map(({ recipient }) => recipient)).toEqual(Array(5).fill(imani.email));
    const changes = (await readAudit(desk)).filter(([kind]) => kind === "staff");
    expect(changes.map(([, , what]) => what)).toEqual([
      "Added a passkey",
      "Made new recovery codes",
      "Removed the authenticator",
      "Set up an authenticator",
      "Removed a passkey",
    ]);
  });

  test("a new password needs the old one and ends other sessions", async () => {
    const desk = await openDesk();
    const [here, there] = [await logIn(desk), await logIn(desk)];
    const newPassword = "seven quiet lanterns";
    const wrong = await here.call(own.changePassword, { password: "wrong words", newPassword });
    expect(Object.keys(wrong.json().fields)).toEqual(["password"]);
    const change = { password: staffPassword, newPassword };
    expect((await here.call(own.changePassword, change)).statusCode).toBe(200);
    expect((await here.call(auth.session)).json().state).toBe("signed-in");
    expect((await there.call(auth.session)).json().state).toBe("signed-out");
    expect((await readEmails(desk.database)).at(-1)?.text).toContain("password for the desk");
  });

  if (engine !== "sqlite") return;

  test("another person's passkey and a passkey challenge of the log-in are rejected", async () => {
    const desk = await openDesk();
    const browser = await logIn(desk);
    const passkey = makePasskey(origin);
    const options = (await browser.call(own.addPasskeyOptions)).json();
    await browser.call(own.addPasskey, { name: "Laptop", response: passkey.create(options) });
    await joinDesk(desk, { ...imani, email: "gil@example.com", name: "Gil Moreno" });
    const gil = deskBrowser(desk);
    await gil.call(auth.login, { email: "gil@example.com", password: staffPassword });
    const code = await codeOf(staffAuthenticatorSecret, desk);
    expect((await gil.call(auth.loginCode, { code })).statusCode).toBe(200);
    const foreign = (await gil.call(own.reauthPasskeyOptions)).json();
    expect((await gil.call(own.reauthPasskey, passkey.get(foreign))).statusCode).toBe(401);
    const forLogin = (await browser.call(auth.passkeyOptions)).json();
    expect((await browser.call(own.reauthPasskey, passkey.get(forLogin))).statusCode).toBe(401);
  });

  test("common passwords, names and wrong lengths are rejected", async () => {
    const desk = await openDesk();
    const person = {
      email: "ruth.calder@example.com",
      name: "Ruth Calder",
      roles: ["agent"],
    } as const;
    const token = await inviteStaff(desk, person);
    const browser = deskBrowser(desk);
    for (const password of [
      "eleven char",
      "x9".repeat(65),
      "passwordpassword",
      "qwertyuiop12",
      "123456789012",
      "iloveyou1234",
      "Ruth.Calder@example.com",
      "RuthCalder2026!!",
      `${brand.name}2026!!`,
      `${brand.slug}-desk-1`,
      "aaaaaaaaaaaaaaaa",
    ]) {
      const answer = await browser.call(auth.acceptInvitation, { token, password });
      expect([password, answer.json().code]).toEqual([password, "invalid"]);
      expect(Object.keys(answer.json().fields)).toEqual(["password"]);
    }
    const password = "grüne Kühe über 3 Seen";
    expect((await browser.call(auth.acceptInvitation, { token, password })).statusCode).toBe(200);
  });
});
