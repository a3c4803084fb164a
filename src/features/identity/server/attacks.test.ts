import * as oidc from "openid-client";
import { expect, test, vi } from "vitest";
import {
  AppBrowser,
  addAppClient,
  appAddress,
  openAppClient,
  sendPassword,
} from "../../../../tests/support/app-client.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUp } from "../../../../tests/support/portal.ts";
import { limits } from "../../../platform/server/credentials/throttles.ts";

/** Errors of other response types are in the fragment. */
const errorOf = (target: string) => new URL(target.replace("#", "?")).searchParams.get("error");

describeEachDialect("attacks on log-ins of apps", (_open, createDatabase, engine) => {
  test("a code works once; a second use ends all that the first one got", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const { target, finish } = await client.logIn(new AppBrowser(client.testApp));
    const tokens = await finish(target);
    await expect(finish(target)).rejects.toMatchObject({ error: "invalid_grant" });
    const again = oidc.refreshTokenGrant(client.config, tokens.refresh_token ?? "");
    await expect(again).rejects.toMatchObject({ error: "invalid_grant" });
    const info = oidc.fetchUserInfo(client.config, tokens.access_token, oidc.skipSubjectCheck);
    await expect(info).rejects.toMatchObject({ status: 401 });
  });

  test("a code that is used twice at the same time works at most once", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const { target, finish } = await client.logIn(new AppBrowser(client.testApp));
    const uses = await Promise.allSettled([finish(target), finish(target), finish(target)]);
    expect(uses.filter(({ status }) => status === "fulfilled").length).toBeLessThan(2);
  });

  test("codes and tokens of one app are worth nothing to another one", async () => {
    const client = await openAppClient(createDatabase);
    const other = await addAppClient(client.testApp, { name: "Other" });
    await signUp(client.testApp.app);
    const browser = new AppBrowser(client.testApp);
    const { target, checks, finish } = await client.logIn(browser);
    const stolen = oidc.authorizationCodeGrant(other.config, new URL(target), checks);
    await expect(stolen).rejects.toMatchObject({ error: "invalid_grant" });
    const { refresh_token: token = "" } = await finish(target);
    const used = oidc.refreshTokenGrant(other.config, token);
    await expect(used).rejects.toMatchObject({ error: "invalid_grant" });
    await oidc.tokenRevocation(other.config, token).catch(() => undefined);
    expect((await oidc.refreshTokenGrant(client.config, token)).access_token).toBeDefined();
  });

  test("wrong passwords count as at the login page", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const browser = new AppBrowser(client.testApp);
    const { target } = await client.begin(browser);
    const wrong = () => sendPassword(browser, target, { password: "not it" });
    for (let count = 0; count < 10; count += 1) expect((await wrong()).statusCode).toBe(401);
    expect((await wrong()).statusCode).toBe(429);
    const other = new AppBrowser(client.testApp);
    expect((await sendPassword(other, "/portal/login")).statusCode).toBe(429);
  });

  test("codes and tokens that are not valid are counted by network address", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const { refresh_token: token = "" } = await client.getTokens(new AppBrowser(client.testApp));
    const refresh = (sent: string) => oidc.refreshTokenGrant(client.config, sent);
    const { max } = limits.appTokenAddress;
    const setUsed = (count: number) =>
      client.testApp.database.write((trx) =>
        trx
          .updateTable("throttles")
          .set({ count })
          .where("key", "like", "appTokenAddress:%")
          .execute(),
      );
    // What is valid is refunded after it was answered.
    const waitForUsed = (count: number) =>
      vi.waitFor(async () => {
        const row = await client.testApp.database.db
          .selectFrom("throttles")
          .select("count")
          .where("key", "like", "appTokenAddress:%")
          .executeTakeFirstOrThrow();
        expect(row.count).toBe(count);
      });
    await waitForUsed(0);
    await setUsed(max - 1);
    const { refresh_token: next = "" } = await refresh(token);
    await waitForUsed(max - 1);
    await expect(refresh("wrong")).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(refresh(next)).rejects.toMatchObject({ cause: { status: 429 } });
    await setUsed(0);
    expect((await refresh(next)).access_token).toBeDefined();
  });

  if (engine !== "sqlite") return;

  test.each([
    ["response_type", { response_type: "token" }, "unsupported_response_type"],
    ["response_type", { response_type: "code id_token" }, "unsupported_response_type"],
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["PKCE without a method", { code_challenge_method: undefined }, "invalid_request"],
    ["a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
    ["an unknown prompt", { prompt: "never" }, "invalid_request"],
  ])("%s is refused", async (_name, params, error) => {
    const client = await openAppClient(createDatabase);
    const { target } = await client.begin(new AppBrowser(client.testApp), params);
    expect(errorOf(target)).toBe(error);
  });

  test.each([
    ["https://evil.example/login"],
    [`${appAddress}/more`],
    [`${appAddress}?more=1`],
    ["https://app.example:444/login"],
    ["https://app.example@evil.example/login"],
    ["com.example.other:/login"],
    ["javascript:alert(1)"],
  ])("a code never leaves for %s", async (address) => {
    const client = await openAppClient(createDatabase);
    const browser = new AppBrowser(client.testApp);
    const { response, target } = await client.begin(browser, { redirect_uri: address });
    expect([response.statusCode, target]).toEqual([400, ""]);
    expect(response.body).not.toContain("evil.example");
    expect(response.body).toContain("Go back to the app");
  });

  test("a code needs the verifier of who asked for it", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const { target, checks } = await client.logIn(new AppBrowser(client.testApp));
    const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
    const stolen = oidc.authorizationCodeGrant(client.config, new URL(target), wrong);
    await expect(stolen).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("a login that a stranger began does not log anybody in elsewhere", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const stranger = new AppBrowser(client.testApp);
    const victim = new AppBrowser(client.testApp);
    const { target } = await client.begin(stranger);
    const next = new URL(target).searchParams.get("next") ?? "";
    await sendPassword(victim, "/portal/login");
    for (const path of [next, next.replace("interaction", "auth")]) {
      const response = await victim.send(path);
      expect([path, response.statusCode]).toEqual([path, 400]);
      expect(response.body).toContain("Go back to the app and start again");
    }
    // Nor does a form of another site.
    const form = { email: "ruth@example.com", password: "x", _next: next };
    const posted = await stranger.send("/portal/login", form, { origin: "https://evil.example" });
    expect(posted.statusCode).toBe(403);
    const away = await stranger.send("/portal/login?next=https://evil.example/");
    expect(away.body).not.toContain("evil.example");
  });

  test("a code does not leave by a form, which the CSP would not let go", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const browser = new AppBrowser(client.testApp);
    await sendPassword(browser, "/portal/login");
    const { response } = await client.begin(browser, { response_mode: "form_post" });
    expect(response.body).toContain('value="invalid_request"');
    expect(response.body).not.toContain('name="code"');
  });

  test("a wrong host in the request changes no address of the provider", async () => {
    const client = await openAppClient(createDatabase);
    const { app } = client.testApp;
    const url = "/oauth/.well-known/openid-configuration";
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    expect((await app.inject({ url, headers })).body).not.toContain("evil.example");
  });
});
