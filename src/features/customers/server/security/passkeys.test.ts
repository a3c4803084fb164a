import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import { addPasskey, newAccount, signUpConfirmed } from "../../../../../tests/support/portal.ts";
import { openTestApp } from "../../../../../tests/support/test-app.ts";
import { minutes } from "../../../../platform/contract/durations.ts";
import type { SettingsResponse } from "../../contract/settings.ts";

const site = "https://house.example";
const settings = { PUBLIC_URL: site };

describeEachDialect("passkeys", (_open, createDatabase, engine) => {
  test("one is added with a name, listed, and removed; emails report both", async () => {
    const { app, database, clock } = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed({ app, database });
    const warnings: string[] = [];
    const note = (warning: Error) => void warnings.push(warning.message);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const options = (await ruth.request("POST", `${apiPaths.passkeys}/options`)).json();
    expect(options).toMatchObject({
      rp: { id: "house.example" },
      user: { name: newAccount.email, displayName: "Ruth Abernathy" },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const passkey = makePasskey(site);
    const body = { name: " My phone ", response: passkey.create(options) };
    expect((await ruth.request("POST", apiPaths.passkeys, body)).statusCode).toBe(201);
    // Node's warnings would confuse the operator.
    expect(warnings).toEqual([]);

    const { passkeys } = (await ruth.request("GET", apiPaths.settings)).json<SettingsResponse>();
    expect(passkeys).toEqual([
      {
        id: expect.any(String),
        name: "My phone",
        createdAt: new Date(clock.now).toISOString(),
        lastUsedAt: null,
      },
    ]);
    const url = `${apiPaths.passkeys}/${passkeys[0]?.id}`;
    expect((await ruth.request("DELETE", url)).statusCode).toBe(200);
    expect((await ruth.request("GET", apiPaths.settings)).json().passkeys).toEqual([]);
    expect((await ruth.request("DELETE", url)).json().code).toBe("not-found");
    const emails = await database.db.selectFrom("mail_outbox").select("kind").execute();
    expect(emails).toEqual(
      expect.arrayContaining([{ kind: "passkey-added" }, { kind: "passkey-removed" }]),
    );
  });

  test("nobody removes another person's", async () => {
    const { app, database } = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed({ app, database });
    const walter = await signUpConfirmed({ app, database }, { email: "walter@example.com" });
    await addPasskey(ruth, makePasskey(site));
    const { passkeys } = (await ruth.request("GET", apiPaths.settings)).json<SettingsResponse>();
    const response = await walter.request("DELETE", `${apiPaths.passkeys}/${passkeys[0]?.id}`);
    expect(response.json().code).toBe("not-found");
    expect((await ruth.request("GET", apiPaths.settings)).json().passkeys).toHaveLength(1);
  });

  test("a response counts once, for the person it was requested from, within its time limit", async () => {
    const { app, database, clock } = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed({ app, database });
    const walter = await signUpConfirmed({ app, database }, { email: "walter@example.com" });
    const ask = async (person = ruth) =>
      (await person.request("POST", `${apiPaths.passkeys}/options`)).json();
    const send = (response: object, person = ruth) =>
      person.request("POST", apiPaths.passkeys, { name: "Phone", response });

    const passkey = makePasskey(site);
    const answer = passkey.create(await ask());
    expect((await send(answer)).statusCode).toBe(201);
    expect((await send(answer)).json().code).toBe("passkey-refused");

    // Walter has a challenge too, and responds with what Ruth's device made for Ruth.
    await ask(walter);
    expect((await send(answer, walter)).json().code).toBe("passkey-refused");
    // The same credential again, signed for Walter's challenge.
    const stolen = passkey.create(await ask(walter));
    expect((await send(stolen, walter)).json().code).toBe("passkey-refused");

    const late = makePasskey(site).create(await ask());
    clock.now += minutes(5);
    expect((await send(late)).json().code).toBe("passkey-refused");
    expect((await ruth.request("GET", apiPaths.settings)).json().passkeys).toHaveLength(1);
    expect((await walter.request("GET", apiPaths.settings)).json().passkeys).toEqual([]);
  });

  test("an account has at most twenty", async () => {
    const { app, database } = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed({ app, database });
    for (let count = 0; count < 20; count += 1) {
      expect((await addPasskey(ruth, makePasskey(site))).statusCode).toBe(201);
    }
    const response = await ruth.request("POST", `${apiPaths.passkeys}/options`);
    expect(response.json().code).toBe("too-many-passkeys");
  });

  if (engine !== "sqlite") return;

  test.each([
    ["made on another site", { origin: "https://evil.test" }],
    ["without finger, face or code", { unverified: true }],
  ])("rejects one %s", async (_what, tricks) => {
    const { app, database } = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed({ app, database });
    const options = (await ruth.request("POST", `${apiPaths.passkeys}/options`)).json();
    const response = makePasskey(site).create(options, tricks);
    const answer = await ruth.request("POST", apiPaths.passkeys, { name: "Phone", response });
    expect(answer.json().code).toBe("passkey-refused");
    expect((await ruth.request("GET", apiPaths.settings)).json().passkeys).toEqual([]);
  });

  test("rejects a missing name, a long one, and an invalid response", async () => {
    const { app, database } = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed({ app, database });
    const response = {};
    for (const [body, rejection] of [
      [{ name: " ", response }, { fields: { name: "Name of this passkey is required." } }],
      [{ name: "x".repeat(61), response }, { code: "invalid" }],
      [{ name: "Phone", response }, { code: "passkey-refused" }],
      [{ name: "Phone" }, { code: "malformed" }],
      [{ response }, { code: "malformed" }],
    ] as const) {
      expect((await ruth.request("POST", apiPaths.passkeys, body)).json()).toMatchObject(rejection);
    }
  });
});
