import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import {
  addPasskey,
  newAccount,
  signUp,
  signUpConfirmed,
} from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { hours, minutes } from "../../../../platform/contract/durations.ts";

const site = "https://house.example";
const newPassword = "eight pears";
const wrongPassword = { password: "This is not your current password." };

function logIn({ app }: TestApp, values: { email?: string; password?: string } = {}) {
  const { email, password } = newAccount;
  return app.inject({
    method: "POST",
    url: apiPaths.login,
    payload: { email, password, ...values },
  });
}

async function readSentEmails({ database }: TestApp): Promise<string[]> {
  const rows = await database.db
    .selectFrom("mail_outbox")
    .select(["kind", "recipient"])
    .orderBy("id")
    .execute();
  return rows.map(({ kind, recipient }) => `${kind} to ${recipient}`);
}

const phoneCall = { contactMethod: "Phone Call" };

/**
 * Sends requests like a browser that keeps one cookie, whatever the response.
 * @returns the status
 */
function withCookie({ app }: TestApp, cookie: string) {
  const send = async (method: "GET" | "PATCH", url: string, payload?: object) => {
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    return (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
  };
  return Object.assign(send, { cookie });
}

describeEachDialect("changing the password", (_open, createDatabase, engine) => {
  test("the new one works, other devices are logged out, this one has a new token, an email reports it", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const phone = await logIn(testApp);
    const oldCookie = ruth.cookie;

    const change = { password: newAccount.password, newPassword };
    expect((await ruth.request("POST", apiPaths.changePassword, change)).statusCode).toBe(200);

    expect((await logIn(testApp)).json().code).toBe("wrong-password");
    expect((await logIn(testApp, { password: newPassword })).statusCode).toBe(200);
    for (const cookie of [oldCookie, String(phone.headers["set-cookie"]).split(";")[0]]) {
      const who = await testApp.app.inject({ url: apiPaths.session, headers: { cookie } });
      expect(who.json()).toEqual({ signedIn: false });
    }
    expect((await ruth.request("GET", apiPaths.session)).json()).toMatchObject({ signedIn: true });
    expect(await readSentEmails(testApp)).toContain(`password-changed to ${newAccount.email}`);
  });

  test("a new password invalidates links and login steps started with the old one", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const { password } = newAccount;
    await ruth.request("POST", apiPaths.changeEmail, { email: "new@example.com", password });
    await ruth.request("POST", apiPaths.changePassword, { password, newPassword });
    expect((await ruth.request("GET", apiPaths.settings)).json().pendingEmail).toBeNull();
  });

  test("of two concurrent changes one succeeds", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const { password } = newAccount;
    const tries = ["first pears", "second pears"];
    const responses = await Promise.all(
      tries.map((newOne) =>
        ruth.request("POST", apiPaths.changePassword, { password, newPassword: newOne }),
      ),
    );
    const good = responses.findIndex(({ statusCode }) => statusCode === 200);
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await logIn(testApp, { password: tries[good] ?? "" })).statusCode).toBe(200);
  });

  if (engine !== "sqlite") return;

  test.each([
    [{ password: "not it", newPassword }, wrongPassword],
    [
      { password: newAccount.password, newPassword: "short" },
      { newPassword: "Password must be between 8 and 16 characters." },
    ],
    [
      { password: "", newPassword: "" },
      { password: "Current password is required.", newPassword: "New password is required." },
    ],
  ])("rejects %j", async (change, fields) => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    const response = await ruth.request("POST", apiPaths.changePassword, change);
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual(fields);
    expect((await logIn(testApp)).statusCode).toBe(200);
  });
});

describeEachDialect("changing the address", (_open, createDatabase, engine) => {
  const change = { email: "new@example.com", password: newAccount.password };

  test("waits for the new mailbox's link, notifies the old one, and can be canceled", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    expect((await ruth.request("POST", apiPaths.changeEmail, change)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.settings)).json()).toMatchObject({
      loginEmail: newAccount.email,
      pendingEmail: change.email,
    });
    expect(await readSentEmails(testApp)).toEqual(
      expect.arrayContaining([
        `change-email to ${change.email}`,
        `change-email-notice to ${newAccount.email}`,
      ]),
    );
    expect((await logIn(testApp)).statusCode).toBe(200);

    expect((await ruth.request("DELETE", apiPaths.changeEmail)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.settings)).json().pendingEmail).toBeNull();
  });

  test("one mailbox gets three links in half an hour, whoever requests them", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    for (const status of [200, 200, 200, 429]) {
      expect((await ruth.request("POST", apiPaths.changeEmail, change)).statusCode).toBe(status);
    }
    const links = (await readSentEmails(testApp)).filter((email) =>
      email.startsWith("change-email to"),
    );
    expect(links).toHaveLength(3);
  });

  test("a second one replaces the first, and both expire", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    await ruth.request("POST", apiPaths.changeEmail, change);
    await ruth.request("POST", apiPaths.changeEmail, { ...change, email: "second@example.com" });
    expect((await ruth.request("GET", apiPaths.settings)).json().pendingEmail).toBe(
      "second@example.com",
    );
    testApp.clock.now += hours(48);
    expect((await ruth.request("GET", apiPaths.settings)).json().pendingEmail).toBeNull();
  });

  if (engine !== "sqlite") return;

  test("rejects a wrong password, the same address, another person's, and an invalid one", async () => {
    const testApp = await openTestApp(createDatabase);
    const ruth = await signUp(testApp.app);
    await signUp(testApp.app, { email: "walter@example.com" });
    const tries = [
      [{ ...change, password: "not it" }, { fields: wrongPassword }],
      [
        { ...change, email: newAccount.email.toUpperCase() },
        { fields: { email: "This is the address that you log in with now." } },
      ],
      [{ ...change, email: "Walter@example.com" }, { code: "email-already-in-use" }],
      [{ ...change, email: "nowhere" }, { fields: { email: "Email is invalid." } }],
    ] as const;
    for (const [values, rejection] of tries) {
      const response = await ruth.request("POST", apiPaths.changeEmail, values);
      expect(response.json()).toMatchObject(rejection);
    }
    expect((await ruth.request("GET", apiPaths.settings)).json().pendingEmail).toBeNull();
    expect((await readSentEmails(testApp)).filter((email) => email.startsWith("change"))).toEqual(
      [],
    );
  });
});

describeEachDialect("reauthentication", (_open, createDatabase, engine) => {
  async function openStale(settings = {}) {
    const testApp = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed(testApp);
    return { testApp, ruth };
  }

  test("after ten minutes sensitive requests need it, and a password permits them again", async () => {
    const { testApp, ruth } = await openStale();
    testApp.clock.now += minutes(10);
    expect((await ruth.request("POST", `${apiPaths.passkeys}/options`)).statusCode).toBe(200);
    testApp.clock.now += 1;
    for (const [method, url] of [
      ["POST", `${apiPaths.passkeys}/options`],
      ["POST", apiPaths.passkeys],
      ["DELETE", `${apiPaths.passkeys}/x`],
      ["POST", apiPaths.authenticator],
      ["POST", `${apiPaths.authenticator}/confirm`],
      ["POST", apiPaths.recoveryCodes],
      ["GET", apiPaths.myData],
    ] as const) {
      expect((await ruth.request(method, url)).json().code, url).toBe("confirm-needed");
    }
    const wrong = await ruth.request("POST", apiPaths.confirmIdentity, { password: "not it" });
    expect(wrong.json().fields).toEqual(wrongPassword);
    expect((await ruth.request("POST", `${apiPaths.passkeys}/options`)).statusCode).toBe(403);

    const { password } = newAccount;
    const right = await ruth.request("POST", apiPaths.confirmIdentity, { password });
    expect(right.statusCode).toBe(200);
    expect((await ruth.request("POST", `${apiPaths.passkeys}/options`)).statusCode).toBe(200);
  });

  test.each([
    ["asked for", apiPaths.confirmIdentity, {}],
    ["for another address", apiPaths.changeEmail, { email: "new@example.com" }],
    ["for the end of the codes", `${apiPaths.authenticator}/off`, {}],
  ])(
    "a reauthentication %s gives the session a new token, and once that is used the old one only reads, for a minute",
    async (_, url, next) => {
      const { testApp, ruth } = await openStale();
      const before = ruth.cookie;
      const wrong = await ruth.request("POST", url, { ...next, password: "not it" });
      expect(wrong.statusCode).toBe(422);
      expect(ruth.cookie).toBe(before);
      const { password } = newAccount;
      expect((await ruth.request("POST", url, { ...next, password })).statusCode).toBe(200);
      expect((await ruth.request("GET", apiPaths.settings)).json().devices).toHaveLength(1);
      const old = withCookie(testApp, before);
      expect(await old("PATCH", apiPaths.contactPreferences, phoneCall)).toBe(401);
      testApp.clock.now += minutes(1) - 1;
      // A page that sends a request before the new token arrives is not redirected to the login.
      expect(await old("GET", apiPaths.profile)).toBe(200);
      expect(await old("GET", apiPaths.myData)).toBe(403);
      testApp.clock.now += 1;
      expect(await old("GET", apiPaths.profile)).toBe(401);
    },
  );

  test("a reauthentication whose response is lost logs nobody out, and gives the old token no rights", async () => {
    const { testApp, ruth } = await openStale();
    const browser = withCookie(testApp, ruth.cookie);
    const reauth = { password: newAccount.password };
    await ruth.request("POST", apiPaths.confirmIdentity, reauth);
    const lost = withCookie(testApp, ruth.cookie);

    testApp.clock.now += minutes(5);
    expect(await browser("PATCH", apiPaths.contactPreferences, phoneCall)).toBe(200);
    expect(await browser("GET", apiPaths.myData)).toBe(403);
    // The person retries; this time the response arrives.
    const again = await testApp.app.inject({
      method: "POST",
      url: apiPaths.confirmIdentity,
      headers: { cookie: browser.cookie, "sec-fetch-site": "same-origin" },
      payload: reauth,
    });
    const renewed = withCookie(testApp, String(again.headers["set-cookie"]).split(";")[0] ?? "");
    expect(await lost("GET", apiPaths.profile)).toBe(401);
    expect(await browser("GET", apiPaths.profile)).toBe(200);
    expect(await renewed("GET", apiPaths.myData)).toBe(200);
    expect(await browser("PATCH", apiPaths.contactPreferences, phoneCall)).toBe(401);
  });

  test("the token before a reauthentication expires after ten minutes, even if the new one is unused", async () => {
    const { testApp, ruth } = await openStale();
    const old = withCookie(testApp, ruth.cookie);
    await ruth.request("POST", apiPaths.confirmIdentity, { password: newAccount.password });
    testApp.clock.now += minutes(10) - 1;
    expect(await old("GET", apiPaths.profile)).toBe(200);
    testApp.clock.now += 1;
    expect(await old("GET", apiPaths.profile)).toBe(401);
    expect((await ruth.request("GET", apiPaths.profile)).statusCode).toBe(200);
  });

  test("logging in again after a lost response leaves no session behind", async () => {
    const { testApp, ruth } = await openStale();
    const before = ruth.cookie;
    await ruth.request("POST", apiPaths.confirmIdentity, { password: newAccount.password });
    const { email, password } = newAccount;
    await testApp.app.inject({
      method: "POST",
      url: apiPaths.login,
      headers: { cookie: before },
      payload: { email, password },
    });
    const sessions = await testApp.database.db.selectFrom("sessions").select("uid").execute();
    expect(sessions).toEqual([{ uid: ruth.uid }]);
  });

  // No engine can change the following.
  if (engine !== "sqlite") return;

  test("a passkey of the same person permits them too, another person's does not", async () => {
    const { testApp, ruth } = await openStale({ PUBLIC_URL: site });
    const walter = await signUpConfirmed(testApp, { email: "walter@example.com" });
    const [own, strange] = [makePasskey(site), makePasskey(site)];
    await addPasskey(ruth, own);
    await addPasskey(walter, strange);
    testApp.clock.now += minutes(11);

    for (const [passkey, status] of [
      [strange, 401],
      [own, 200],
    ] as const) {
      const options = (await ruth.request("POST", `${apiPaths.confirmIdentity}/options`)).json();
      expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([own.id]);
      const response = await ruth.request("POST", apiPaths.confirmIdentity, {
        passkey: passkey.get(options),
      });
      expect(response.statusCode).toBe(status);
    }
    expect((await ruth.request("POST", `${apiPaths.passkeys}/options`)).statusCode).toBe(200);
  });

  test("a challenge of the login page is not valid here", async () => {
    const { ruth } = await openStale({ PUBLIC_URL: site });
    const passkey = makePasskey(site);
    await addPasskey(ruth, passkey);
    const options = (await ruth.request("POST", `${apiPaths.passkeyLogin}/options`)).json();
    const response = await ruth.request("POST", apiPaths.confirmIdentity, {
      passkey: passkey.get(options),
    });
    expect(response.json().code).toBe("passkey-refused");
  });

  test.each([[{}], [{ password: 5 }], [{ passkey: null }], [{ password: "a", passkey: {} }]])(
    "rejects %j",
    async (reauth) => {
      const { ruth } = await openStale();
      const response = await ruth.request("POST", apiPaths.confirmIdentity, reauth);
      expect(response.json().code).toBe("malformed");
    },
  );
});
