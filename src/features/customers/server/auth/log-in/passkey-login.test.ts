import { expect, test } from "vitest";
import { apiPaths } from "../../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../../tests/support/dialects.ts";
import { makePasskey } from "../../../../../../tests/support/passkey.ts";
import { addPasskey, signUpConfirmed } from "../../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../../tests/support/test-app.ts";
import { exhaustThrottles } from "../../../../../../tests/support/throttles.ts";
import { minutes } from "../../../../../platform/contract/durations.ts";

const site = "https://house.example";
const settings = { PUBLIC_URL: site };

/** Requests a challenge like a browser without a session. */
async function askToLogIn({ app }: TestApp) {
  const response = await app.inject({ method: "POST", url: `${apiPaths.passkeyLogin}/options` });
  const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
  return { options: response.json(), cookie, shown: String(response.headers["set-cookie"]) };
}

function logIn({ app }: TestApp, cookie: string, payload: object) {
  return app.inject({
    method: "POST",
    url: apiPaths.passkeyLogin,
    headers: { cookie },
    payload,
  });
}

/** Signs up somebody with a passkey, and logs them out. */
async function withPasskey(createDatabase: Parameters<typeof openTestApp>[0]) {
  const testApp = await openTestApp(createDatabase, settings);
  const ruth = await signUpConfirmed(testApp);
  const passkey = makePasskey(site);
  await addPasskey(ruth, passkey);
  await ruth.request("POST", apiPaths.logout);
  return { testApp, ruth, passkey };
}

describeEachDialect("login with a passkey", (_open, createDatabase, engine) => {
  test("a passkey logs in without address and password", async () => {
    const { testApp, ruth, passkey } = await withPasskey(createDatabase);
    const { options, cookie, shown } = await askToLogIn(testApp);
    expect(shown).toMatch(
      /^__Host-passkey=.{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300; Secure/,
    );
    expect(options).toMatchObject({ rpId: "house.example", userVerification: "required" });

    const response = await logIn(testApp, cookie, passkey.get(options));
    expect(response.json()).toEqual({ state: "signed-in", next: "/portal/profile" });
    const session = response.cookies.find(({ name }) => name === "__Host-session");
    const who = await testApp.app.inject({
      url: apiPaths.session,
      headers: { cookie: `__Host-session=${session?.value}` },
    });
    expect(who.json()).toMatchObject({ signedIn: true, uid: ruth.uid });
    const used = await testApp.database.db.selectFrom("passkeys").selectAll().execute();
    expect(used).toMatchObject([{ counter: 1, last_used_at: testApp.clock.now }]);
  });

  test("a replayed response is rejected, with its cookie and with a new challenge", async () => {
    const { testApp, passkey } = await withPasskey(createDatabase);
    const { options, cookie } = await askToLogIn(testApp);
    const answer = passkey.get(options);
    expect((await logIn(testApp, cookie, answer)).statusCode).toBe(200);
    expect((await logIn(testApp, cookie, answer)).json().code).toBe("passkey-refused");
    const next = await askToLogIn(testApp);
    expect((await logIn(testApp, next.cookie, answer)).json().code).toBe("passkey-refused");
    expect(await testApp.database.db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
  });

  test("a response sent five times at once logs in once", async () => {
    const { testApp, passkey } = await withPasskey(createDatabase);
    const { options, cookie } = await askToLogIn(testApp);
    const answer = passkey.get(options);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => logIn(testApp, cookie, answer)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test("a known device can use its passkey while the address has no attempts left", async () => {
    const { testApp, ruth, passkey } = await withPasskey(createDatabase);
    await askToLogIn(testApp);
    await exhaustThrottles(testApp);
    const rejected = await askToLogIn(testApp);
    expect(rejected.options.code).toBe("too-many");
    const made = ruth.cookie.replace(/=./, (start) => (start === "=a" ? "=b" : "=a"));
    const options = `${apiPaths.passkeyLogin}/options`;
    expect((await ruth.request("POST", options, {}, { cookie: made })).statusCode).toBe(429);
    const challenge = await ruth.request("POST", options);
    const response = await ruth.request(
      "POST",
      apiPaths.passkeyLogin,
      passkey.get(challenge.json()),
    );
    expect(response.json()).toMatchObject({ state: "signed-in" });
    await ruth.request("POST", apiPaths.logout);
    await exhaustThrottles(testApp);
    expect((await ruth.request("POST", options)).statusCode).toBe(429);
  });

  if (engine !== "sqlite") return;

  test("a response after five minutes is too late", async () => {
    const { testApp, passkey } = await withPasskey(createDatabase);
    const { options, cookie } = await askToLogIn(testApp);
    testApp.clock.now += minutes(5);
    expect((await logIn(testApp, cookie, passkey.get(options))).json().code).toBe(
      "passkey-refused",
    );
  });

  test.each([
    ["made on another site", { origin: "https://house.example.evil.test" }],
    ["without finger, face or code", { unverified: true }],
    ["whose count goes back", { counter: 0 }],
  ])("rejects a response %s", async (_what, tricks) => {
    const { testApp, passkey } = await withPasskey(createDatabase);
    const first = await askToLogIn(testApp);
    await logIn(testApp, first.cookie, passkey.get(first.options));
    const { options, cookie } = await askToLogIn(testApp);
    const response = await logIn(testApp, cookie, passkey.get(options, tricks));
    expect(response.json().code).toBe("passkey-refused");
  });

  test("rejects an unknown passkey, a removed one, and an invalid response", async () => {
    const { testApp, passkey } = await withPasskey(createDatabase);
    const strange = await askToLogIn(testApp);
    const rejected = await logIn(testApp, strange.cookie, makePasskey(site).get(strange.options));
    expect(rejected.statusCode).toBe(401);
    await testApp.database.write((trx) => trx.deleteFrom("passkeys").execute());
    const gone = await askToLogIn(testApp);
    expect((await logIn(testApp, gone.cookie, passkey.get(gone.options))).statusCode).toBe(401);
    for (const invalid of [[], {}, { id: 5 }, { id: passkey.id, response: "x" }]) {
      const { cookie } = await askToLogIn(testApp);
      expect((await logIn(testApp, cookie, invalid)).statusCode).toBe(401);
    }
  });

  test("another site's page gets no challenge and no session", async () => {
    const { testApp } = await withPasskey(createDatabase);
    for (const url of [`${apiPaths.passkeyLogin}/options`, apiPaths.passkeyLogin]) {
      const response = await testApp.app.inject({
        method: "POST",
        url,
        headers: { "sec-fetch-site": "cross-site" },
        payload: {},
      });
      expect(response.json().code).toBe("cross-site");
    }
  });
});
