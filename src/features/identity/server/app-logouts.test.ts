import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as oidc from "openid-client";
import { expect, onTestFinished, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import {
  AppBrowser,
  type AppClient,
  addAppClient,
  openAppClient,
} from "../../../../tests/support/app-client.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { passkeySite } from "../../../../tests/support/person-with-data.ts";
import { newAccount, signUpConfirmed } from "../../../../tests/support/portal.ts";
import { seconds } from "../../../platform/contract/durations.ts";
import { tellApps } from "./end-apps.ts";
import { sendLogouts } from "./logout-sender.ts";

const bye = "https://app.example/bye";
const end = "/oauth/session/end";

async function readPayload(token: string, { testApp }: AppClient): Promise<object> {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const { kid, typ } = JSON.parse(Buffer.from(header, "base64url").toString());
  expect(typ).toBe("logout+jwt");
  const { keys } = (await testApp.app.inject("/oauth/jwks")).json();
  const key = keys.find((one: { kid: string }) => one.kid === kid);
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key, format: "jwk" }),
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

/** The server of an app. */
async function startAppServer() {
  const tokens: string[] = [];
  const answer = { status: 200, isHanging: false };
  const server = http.createServer(async (request, response) => {
    tokens.push(new URLSearchParams(await text(request)).get("logout_token") ?? "");
    if (!answer.isHanging) response.writeHead(answer.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/out`;
  return { tokens, answer, uri };
}

describeEachDialect("log-outs of apps", (_open, createDatabase, engine) => {
  test("an ID token logs out at once, here and in the app", async () => {
    const client = await openAppClient(createDatabase);
    await signUpConfirmed(client.testApp);
    const browser = new AppBrowser(client.testApp);
    const tokens = await client.getTokens(browser);
    const parameters = { post_logout_redirect_uri: bye, state: "abc" };
    const url = oidc.buildEndSessionUrl(client.config, {
      ...parameters,
      id_token_hint: tokens.id_token ?? "",
    });
    const { target } = await browser.follow(await browser.send(url));
    expect(target).toBe(`${bye}?state=abc`);
    expect((await browser.send("/portal/login")).statusCode).toBe(200);
    const again = oidc.refreshTokenGrant(client.config, tokens.refresh_token ?? "");
    await expect(again).rejects.toMatchObject({ error: "invalid_grant" });
    // An ID token is no password: of a session that is over, it changes nothing.
    const other = new AppBrowser(client.testApp);
    await client.getTokens(other);
    expect((await browser.follow(await browser.send(url))).target).toBe(`${bye}?state=abc`);
    expect((await client.begin(other, { prompt: "none" })).target).toContain("code=");
  });

  test("a form of the app's site ends the session too, which has no cookie there", async () => {
    const client = await openAppClient(createDatabase);
    await signUpConfirmed(client.testApp);
    const [browser, other] = [new AppBrowser(client.testApp), new AppBrowser(client.testApp)];
    const { id_token: hint = "" } = await client.getTokens(browser);
    await client.getTokens(other);
    const crossSite = new AppBrowser(client.testApp);
    const fields = { id_token_hint: hint, post_logout_redirect_uri: bye };
    const sent = await crossSite.send(end, fields, { origin: "https://app.example" });
    expect((await browser.follow(sent)).target).toBe(bye);
    // The one of the sign-up, and the other browser's.
    const { db } = client.testApp.database;
    expect(await db.selectFrom("sessions").select("id").execute()).toHaveLength(2);
    expect((await client.begin(other, { prompt: "none" })).target).toContain("code=");
  });

  test("apps are told of log-outs, deletions too, and three times if they do not answer", async () => {
    const { tokens, answer, uri } = await startAppServer();
    const app = { backchannelUri: "https://app.example/out" };
    const client = await openAppClient(createDatabase, app, { allowLoopback: true });
    const { clock, context, database } = client.testApp;
    await database.write((trx) =>
      trx.updateTable("oidc_clients").set({ backchannel_uri: uri }).execute(),
    );
    const ruth = await signUpConfirmed(client.testApp);
    const browser = new AppBrowser(client.testApp);
    const log = client.testApp.app.log;
    const claims = (await client.getTokens(browser, { scope: "openid" })).claims();
    await browser.send(apiPaths.logout, {});
    await sendLogouts(context, log);
    expect(await readPayload(tokens[0] ?? "", client)).toMatchObject({
      iss: `${passkeySite}/oauth`,
      aud: client.id,
      sub: ruth.uid,
      sid: claims?.sid,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
    answer.status = 500;
    await client.getTokens(new AppBrowser(client.testApp));
    const { password } = newAccount;
    const { statusCode } = await ruth.request("POST", apiPaths.deleteAccount, { password });
    expect(statusCode).toBe(200);
    const start = clock.now;
    while (clock.now < start + seconds(10)) {
      await sendLogouts(context, log);
      clock.now += seconds(1);
    }
    expect(tokens).toHaveLength(4);
    expect(await readPayload(tokens[3] ?? "", client)).toMatchObject({ sub: ruth.uid });
    expect(await database.db.selectFrom("oidc_logouts").selectAll().execute()).toEqual([]);
  });

  if (engine !== "sqlite") return;

  test("without an ID token it asks, and only its own page may answer", async () => {
    const client = await openAppClient(createDatabase);
    await signUpConfirmed(client.testApp);
    const browser = new AppBrowser(client.testApp);
    await client.getTokens(browser);
    const query = new URLSearchParams({ client_id: client.id, post_logout_redirect_uri: bye });
    const { response: asked, target: page } = await browser.follow(
      await browser.send(`${end}?${query}`),
    );
    expect(new URL(page).pathname).toBe("/reauth");
    expect(asked.body).toContain("Log out?");
    const fields = { ...Object.fromEntries(query), "log-out": "yes" };
    for (const [, value] of query) expect(asked.body).toContain(`value="${value}"`);
    const evil = await browser.send(end, fields, { origin: "https://evil.example" });
    expect(evil.statusCode).toBe(403);
    expect((await client.begin(browser, { prompt: "none" })).target).toContain("code=");
    const { target } = await browser.follow(await browser.send(end, fields));
    expect(target).toBe(bye);
    expect((await client.begin(browser, { prompt: "none" })).target).toContain("login_required");
  });

  test.each([
    ["an unregistered address", { post_logout_redirect_uri: "https://evil.example/" }],
    ["an address of no app", { post_logout_redirect_uri: bye, client_id: "" }],
    ["an unknown app", { client_id: "unknown" }],
    ["a wrong ID token", { id_token_hint: "a.b.c" }],
    ["an unsigned ID token", { id_token_hint: "eyJhbGciOiJub25lIn0.e30." }],
  ])("%s gets a page", async (_name, params) => {
    const client = await openAppClient(createDatabase);
    const browser = new AppBrowser(client.testApp);
    const all = Object.entries({ client_id: client.id, ...params }).filter(([, value]) => value);
    const query = new URLSearchParams(Object.fromEntries(all));
    const response = await browser.send(`${end}?${query}`);
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
    expect(response.body).toContain("<h1");
    expect(response.body).not.toContain("evil.example");
  });

  test("an app that hangs delays log-outs of no other app", async () => {
    const hanging = await startAppServer();
    const other = await startAppServer();
    hanging.answer.isHanging = true;
    const client = await openAppClient(createDatabase, {}, { allowLoopback: true });
    const second = await addAppClient(client.testApp);
    const { context, database, app } = client.testApp;
    await database.write(async (trx) => {
      for (const [id, { uri }] of [[client.id, hanging] as const, [second.id, other] as const]) {
        await trx
          .updateTable("oidc_clients")
          .set({ backchannel_uri: uri })
          .where("id", "=", id)
          .execute();
      }
      const queued = (clientId: string) =>
        Array.from({ length: 60 }, () => ({ clientId, uid: "ruth", sid: null }));
      await tellApps(trx, [...queued(client.id), ...queued(second.id)]);
    });
    await sendLogouts(context, app.log);
    expect(other.tokens).toHaveLength(60);
    expect(hanging.tokens).toHaveLength(20);
  });
});
