import { expect, test } from "vitest";
import { apiPaths } from "../../../../../tests/support/api-paths.ts";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { untilBlocked } from "../../../../../tests/support/lock-waits.ts";
import { makePasskey } from "../../../../../tests/support/passkey.ts";
import {
  addPasskey,
  codeOf,
  newAccount,
  type SignedIn,
  signUp,
  signUpConfirmed,
  turnOnCodes,
} from "../../../../../tests/support/portal.ts";
import { openTestApp, type TestApp } from "../../../../../tests/support/test-app.ts";
import { listTables } from "../../../../platform/server/db/list-tables.ts";
import type { AuthenticatorStart, SettingsResponse } from "../../contract/settings.ts";
import { endSessions } from "../auth/sessions.ts";

const settings = { PUBLIC_URL: "https://house.example" };
const { password } = newAccount;
const makeDevice = () => makePasskey(settings.PUBLIC_URL);

/** Prepares a change, and returns the change itself. */
type Prepare = (ruth: SignedIn, site: TestApp) => Promise<() => ReturnType<SignedIn["request"]>>;

const changes: Readonly<Record<string, Prepare>> = {
  "adding a passkey": async (ruth) => {
    const options = (await ruth.request("POST", `${apiPaths.passkeys}/options`)).json();
    const body = { name: "Phone", response: makeDevice().create(options) };
    return () => ruth.request("POST", apiPaths.passkeys, body);
  },
  "removing a passkey": async (ruth) => {
    await addPasskey(ruth, makeDevice());
    const { passkeys } = (await ruth.request("GET", apiPaths.settings)).json<SettingsResponse>();
    return () => ruth.request("DELETE", `${apiPaths.passkeys}/${passkeys[0]?.id}`);
  },
  "preparing codes": async (ruth) => () => ruth.request("POST", apiPaths.authenticator),
  "turning codes on": async (ruth, { clock }) => {
    const { secret } = (
      await ruth.request("POST", apiPaths.authenticator)
    ).json<AuthenticatorStart>();
    const body = { code: codeOf(secret, clock.now) };
    return () => ruth.request("POST", `${apiPaths.authenticator}/confirm`, body);
  },
  "turning codes off": async (ruth, { clock }) => {
    await turnOnCodes(ruth, clock.now);
    return () => ruth.request("POST", `${apiPaths.authenticator}/off`, { password });
  },
  "new recovery codes": async (ruth, { clock }) => {
    await turnOnCodes(ruth, clock.now);
    return () => ruth.request("POST", apiPaths.recoveryCodes);
  },
  "a new password": async (ruth) => () =>
    ruth.request("POST", apiPaths.changePassword, { password, newPassword: "eight pears" }),
  "a new email address": async (ruth) => () =>
    ruth.request("POST", apiPaths.changeEmail, { email: "new@example.com", password }),
  "a new email address in the profile": async (ruth) => {
    const { version } = (await ruth.request("GET", apiPaths.profile)).json();
    const body = { version, changes: { emailAddress: "new@example.com" } };
    return () => ruth.request("PATCH", apiPaths.profile, body);
  },
  "confirming who is there": async (ruth) => () =>
    ruth.request("POST", apiPaths.confirmIdentity, { password }),
  "deleting the account": async (ruth) => () =>
    ruth.request("POST", apiPaths.deleteAccount, { password }),
};

/** Tables that the requests change in any case. */
const passing: readonly string[] = ["throttles", "one_time_tokens", "sessions"];

async function readRows({ database }: TestApp) {
  const tables = await listTables(database.db);
  return Promise.all(
    tables
      .filter(({ name }) => !passing.includes(name))
      .map(async ({ name: table }) => [
        table,
        await database.db.selectFrom(table).selectAll().execute(),
      ]),
  );
}

/** Ends Ruth's session after the next request was authenticated, before it writes. */
function endSessionMeanwhile({ context }: TestApp, { uid }: SignedIn): void {
  const { database } = context;
  const { write } = database;
  Object.assign(database, {
    write: async (job: Parameters<typeof write>[0]) => {
      Object.assign(database, { write });
      await write((trx) => endSessions(trx, uid));
      return write(job);
    },
  });
}

describeEachDialect("a session that ends during a change", (_open, createDatabase, engine) => {
  test.for(Object.entries(changes))("stops %s", async ([, prepare]) => {
    const site = await openTestApp(createDatabase, settings);
    const ruth = await signUpConfirmed(site);
    const change = await prepare(ruth, site);
    const before = await readRows(site);
    endSessionMeanwhile(site, ruth);
    const response = await change();
    expect([response.statusCode, response.json().code]).toEqual([401, "not-signed-in"]);
    expect(await readRows(site)).toEqual(before);
  });

  test.runIf(engine === "postgres")("stops a change that waits for the logout", async () => {
    const site = await openTestApp(createDatabase, settings);
    const { database } = site;
    const ruth = await signUpConfirmed(site);
    const options = (await ruth.request("POST", `${apiPaths.passkeys}/options`)).json();
    const ended = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const loggingOut = database.write(async (trx) => {
      await endSessions(trx, ruth.uid);
      ended.resolve();
      await released.promise;
    });
    await ended.promise;
    const body = { name: "Phone", response: makeDevice().create(options) };
    const adding = ruth.request("POST", apiPaths.passkeys, body);
    try {
      await untilBlocked(database);
    } finally {
      released.resolve();
      await loggingOut;
    }
    expect((await adding).statusCode).toBe(401);
    expect(await database.db.selectFrom("passkeys").select("id").execute()).toEqual([]);
  });
});

describeEachDialect("an account with an unconfirmed address", (_open, createDatabase) => {
  test("cannot add passkeys or turn on codes", async () => {
    const { app, database } = await openTestApp(createDatabase, settings);
    const ruth = await signUp(app);
    for (const url of [`${apiPaths.passkeys}/options`, apiPaths.authenticator]) {
      const response = await ruth.request("POST", url);
      expect([response.statusCode, response.json().code]).toEqual([409, "email-not-confirmed"]);
    }
    const account = await database.db.selectFrom("accounts").selectAll().executeTakeFirst();
    expect(account?.totp_secret).toBeNull();
  });

  test("cannot finish what was started while it was confirmed", async () => {
    const site = await openTestApp(createDatabase, settings);
    const { database, clock } = site;
    const ruth = await signUpConfirmed(site);
    const options = (await ruth.request("POST", `${apiPaths.passkeys}/options`)).json();
    const { secret } = (
      await ruth.request("POST", apiPaths.authenticator)
    ).json<AuthenticatorStart>();
    await database.write((trx) =>
      trx.updateTable("accounts").set({ email_verified_at: null }).execute(),
    );
    for (const [url, body] of [
      [apiPaths.passkeys, { name: "Phone", response: makeDevice().create(options) }],
      [`${apiPaths.authenticator}/confirm`, { code: codeOf(secret, clock.now) }],
    ] as const) {
      expect((await ruth.request("POST", url, body)).json().code).toBe("email-not-confirmed");
    }
    expect(await database.db.selectFrom("passkeys").select("id").execute()).toEqual([]);
  });
});
