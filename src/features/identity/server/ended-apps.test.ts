import * as oidc from "openid-client";
import { expect, onTestFinished, test } from "vitest";
import { AppBrowser, type AppClient, openAppClient } from "../../../../tests/support/app-client.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { passkeySite } from "../../../../tests/support/person-with-data.ts";
import { newAccount, type SignedIn, signUpConfirmed } from "../../../../tests/support/portal.ts";
import { buildApp } from "../../../app/server/app.ts";
import {
  type AnyEndpoint,
  readEndpoint,
  withId,
} from "../../../platform/contract/define-endpoint.ts";
import { authEndpoints } from "../../customers/contract/auth-endpoints.ts";
import { type SettingsResponse, settingsEndpoints } from "../../customers/contract/settings.ts";
import { lockAccount, logOutEverywhere } from "../../customers/server/accounts/account-actions.ts";
import { makeResetLink } from "../../customers/server/auth/log-in/reset-password.ts";
import { findAccountByEmail } from "../../customers/server/auth/queries.ts";
import { endAllSessions } from "../../customers/server/auth/sessions.ts";
import { commandLine } from "../../staff/server/write-audit.ts";
import { findAppUser } from "./access-token.ts";
import { removeClient } from "./clients.ts";

interface Ending {
  readonly ruth: SignedIn;
  readonly client: AppClient;
}

const { email, password } = newAccount;
const newPassword = "eight pears";

function send({ ruth }: Ending, endpoint: AnyEndpoint, body?: object) {
  const { method, path } = readEndpoint(endpoint);
  return ruth.request(method, path, body);
}

async function readSettings(ending: Ending): Promise<SettingsResponse> {
  return (await send(ending, settingsEndpoints.read)).json();
}

async function actOn({ client }: Ending) {
  const { clock, database } = client.testApp;
  const account = await findAccountByEmail(database.db, email);
  if (!account) throw new Error("There is no account.");
  return { account, by: commandLine, now: clock.now };
}

const endings: Readonly<Record<string, (ending: Ending) => Promise<unknown>>> = {
  "its owner ends the app": async (ending) => {
    const [app] = (await readSettings(ending)).apps;
    expect(app).toMatchObject({ name: "Helping Hands" });
    return send(ending, withId(settingsEndpoints.removeApp, app?.id ?? ""));
  },
  "its owner logs out the browser that opened it": async (ending) => {
    const device = (await readSettings(ending)).devices.find(({ current }) => !current);
    return send(ending, withId(settingsEndpoints.removeDevice, device?.id ?? ""));
  },
  "its owner logs out everywhere else": (ending) => send(ending, settingsEndpoints.removeDevices),
  "its owner changes the password": (ending) =>
    send(ending, settingsEndpoints.changePassword, { password, newPassword }),
  "its owner deletes the account": (ending) =>
    send(ending, settingsEndpoints.deleteAccount, { password }),
  "its owner resets the password": async (ending) => {
    const { context, database } = ending.client.testApp;
    const { account } = await actOn(ending);
    const link = await database.write((trx) => makeResetLink(trx, account, context));
    const token = new URL(link).searchParams.get("token");
    return send(ending, authEndpoints.resetPassword, { newPassword, _token: token });
  },
  "the account is locked": async (ending) => {
    const act = await actOn(ending);
    await ending.client.testApp.database.write((trx) => lockAccount({ trx, ...act }, null));
  },
  "staff log the account out": async (ending) => {
    const act = await actOn(ending);
    await ending.client.testApp.database.write((trx) => logOutEverywhere({ trx, ...act }));
  },
  "an operator logs everybody out": ({ client }) =>
    client.testApp.database.write((trx) => endAllSessions(trx)),
  "the app is removed": async ({ client }) => {
    const by = { actor: commandLine, now: client.testApp.clock.now };
    await client.testApp.database.write((trx) => removeClient(trx, client.id, by));
  },
};

describeEachDialect("apps that have ended", (_open, createDatabase) => {
  test.each(Object.entries(endings))(
    "no token works on any instance once %s",
    async (_name, end) => {
      const client = await openAppClient(createDatabase);
      const { testApp } = client;
      const ruth = await signUpConfirmed(testApp);
      const other = buildApp(testApp.context);
      onTestFinished(() => other.close());
      const browser = new AppBrowser(testApp);
      const scope = "openid offline_access cases";
      const { access_token: access, refresh_token: token = "" } = await client.getTokens(browser, {
        scope,
      });
      const userinfo = async () => {
        const headers = { authorization: `Bearer ${access}`, host: new URL(passkeySite).host };
        return (await other.inject({ url: "/oauth/userinfo", headers })).statusCode;
      };
      expect(await userinfo()).toBe(200);
      const user = { uid: ruth.uid, scopes: ["openid", "cases", "offline_access"] };
      expect(await findAppUser(access, testApp.context)).toMatchObject(user);

      const response = await end({ ruth, client });
      expect((response as { statusCode?: number } | undefined)?.statusCode ?? 200).toBe(200);
      expect(await userinfo()).not.toBe(200);
      expect(await findAppUser(access, testApp.context)).toBeUndefined();
      await expect(oidc.refreshTokenGrant(client.config, token)).rejects.toThrow();
      const { target } = await client.begin(browser, { prompt: "none" });
      expect(target).not.toContain("code=");
      const left = await testApp.database.db
        .selectFrom("oidc_records")
        .select("kind")
        .where("kind", "!=", "Session")
        .where("kind", "!=", "Interaction")
        .execute();
      expect(left).toEqual([]);
    },
  );

  test("an app outlasts the browser's session that its owner logs out of", async () => {
    const client = await openAppClient(createDatabase);
    const ruth = await signUpConfirmed(client.testApp);
    const browser = new AppBrowser(client.testApp);
    const { refresh_token: token = "" } = await client.getTokens(browser);
    await browser.send("/api/portal/logout", {});
    const again = await oidc.refreshTokenGrant(client.config, token);
    expect(again.claims()?.sub).toBe(ruth.uid);
    await oidc.tokenRevocation(client.config, again.refresh_token ?? "");
    const used = oidc.refreshTokenGrant(client.config, again.refresh_token ?? "");
    await expect(used).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("nobody ends the apps of another account", async () => {
    const client = await openAppClient(createDatabase);
    const ruth = await signUpConfirmed(client.testApp);
    const { refresh_token: token = "" } = await client.getTokens(new AppBrowser(client.testApp));
    const [app] = (await readSettings({ ruth, client })).apps;
    const devices = (await readSettings({ ruth, client })).devices;
    const eve = await signUpConfirmed(client.testApp, { email: "eve@example.com" });
    const tries = [
      withId(settingsEndpoints.removeApp, app?.id ?? ""),
      ...devices.map(({ id }) => withId(settingsEndpoints.removeDevice, id)),
    ];
    for (const endpoint of tries) {
      expect((await send({ ruth: eve, client }, endpoint)).statusCode).toBe(404);
    }
    expect((await oidc.refreshTokenGrant(client.config, token)).access_token).toBeDefined();
  });
});
