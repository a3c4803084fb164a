import * as oidc from "openid-client";
import { expect, test } from "vitest";
import { apiPaths } from "../../../../tests/support/api-paths.ts";
import {
  AppBrowser,
  appScheme,
  openAppClient,
  sendPassword,
} from "../../../../tests/support/app-client.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { makePasskey } from "../../../../tests/support/passkey.ts";
import { passkeySite } from "../../../../tests/support/person-with-data.ts";
import {
  addPasskey,
  codeOf,
  newAccount,
  signUp,
  signUpConfirmed,
  turnOnCodes,
} from "../../../../tests/support/portal.ts";
import { days, minutes, seconds } from "../../../platform/contract/durations.ts";
import { acrs } from "./provider/site-session.ts";

const [byPassword, byFactor] = acrs;
const parametersOf = (target: string) => Object.fromEntries(new URL(target).searchParams);

describeEachDialect("log-ins of apps", (_open, createDatabase, engine) => {
  test("a real client logs a user in at the site's page, without scripts", async () => {
    const client = await openAppClient(createDatabase);
    const { app, database } = client.testApp;
    const ruth = await signUp(app);
    const browser = new AppBrowser(client.testApp);
    const scope = "openid profile email phone address offline_access";
    const begun = await client.begin(browser, { scope, login_hint: newAccount.email });
    const page = begun.response.body;
    expect(page).toContain("Log in to continue to Helping Hands.");
    expect(page).toContain(`value="${newAccount.email}"`);
    // Chrome applies form-action to the redirects that follow the post.
    expect(begun.response.headers["content-security-policy"]).toContain(
      "form-action 'self' https://app.example;",
    );
    const wrong = await sendPassword(browser, begun.target, { password: "not it" });
    expect(wrong.statusCode).toBe(401);
    const { target } = await browser.follow(await sendPassword(browser, begun.target));
    expect(parametersOf(target)).toMatchObject({ iss: `${passkeySite}/oauth` });
    const tokens = await begun.finish(target);
    const claims = { sub: ruth.uid, acr: byPassword, amr: ["pwd"] };
    expect(tokens.claims()).toMatchObject(claims);
    expect(tokens.expires_in).toBe(300);
    const info = await oidc.fetchUserInfo(client.config, tokens.access_token, ruth.uid);
    const { firstName, lastName, email } = newAccount;
    expect(info).toMatchObject({
      given_name: firstName,
      family_name: lastName,
      email,
      email_verified: false,
      phone_number: "+13035550101",
      address: { country: "US", postal_code: newAccount.zip },
    });
    const again = await oidc.refreshTokenGrant(client.config, tokens.refresh_token ?? "");
    expect(again.claims()).toMatchObject(claims);
    const rows = await database.db.selectFrom("oidc_records").selectAll().execute();
    for (const token of [tokens.access_token, tokens.refresh_token, again.refresh_token]) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });

  test("who is logged in at the site gets a code unseen, but not by an app's scheme", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const browser = new AppBrowser(client.testApp);
    const silent = { prompt: "none" };
    const signedOut = await client.begin(browser, silent);
    expect(parametersOf(signedOut.target).error).toBe("login_required");
    await sendPassword(browser, "/portal/login");
    const { target, finish } = await client.begin(browser, silent);
    expect((await finish(target)).refresh_token).toBeDefined();
    const scheme = await client.begin(browser, { ...silent, redirect_uri: appScheme });
    expect(parametersOf(scheme.target).error).toBe("interaction_required");
  });

  test("who is logged in at the site gives an app with a scheme access by one press", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const browser = new AppBrowser(client.testApp);
    await sendPassword(browser, "/portal/login");
    client.testApp.clock.now += seconds(1);
    const begun = await client.begin(browser, { redirect_uri: appScheme });
    expect(begun.response.body).toContain("Continue to Helping Hands?");
    expect(begun.response.body).toContain(newAccount.email);
    const [, action = ""] = /action="(\/oauth[^"]*)"/.exec(begun.response.body) ?? [];
    const elsewhere = { origin: "https://evil.example" };
    expect((await browser.send(action, {}, elsewhere)).statusCode).toBe(403);
    const { target, response } = await browser.follow(await browser.send(action, {}));
    expect(target).toMatch(/\/reauth\?app=/);
    const refresh = String(response.headers.refresh).replace("0; url=", "");
    const opened = (await browser.follow(await browser.send(refresh))).target;
    expect((await begun.finish(opened)).access_token).toBeDefined();
    // Another press gives no second code.
    expect((await browser.send(action, {})).statusCode).toBe(400);
  });

  test.each([
    ["prompt", { prompt: "login" }],
    ["max_age", { max_age: "600" }],
  ])("%s asks who is logged in again", async (_name, params) => {
    const client = await openAppClient(createDatabase);
    const { app, clock, database } = client.testApp;
    await signUp(app);
    const browser = new AppBrowser(client.testApp);
    await client.getTokens(browser);
    const before = clock.now - minutes(11);
    const earlier = { proved_at: before, created_at: before };
    await database.write((trx) => trx.updateTable("sessions").set(earlier).execute());
    const timeOf = async ({ target, finish }: Awaited<ReturnType<typeof client.begin>>) =>
      (await finish(target)).claims()?.auth_time;
    expect(await timeOf(await client.begin(browser))).toBe(Math.floor(before / 1000));
    const now = Math.floor(clock.now / 1000);
    expect(await timeOf(await client.logIn(browser, params))).toBe(now);
  });

  test("refresh tokens rotate, survive a lost answer, and end with a reuse or after 30 days", async () => {
    const client = await openAppClient(createDatabase);
    const { app, clock } = client.testApp;
    await signUp(app);
    const browser = new AppBrowser(client.testApp);
    const refresh = async (token: string | undefined) =>
      (await oidc.refreshTokenGrant(client.config, token ?? "")).refresh_token;
    const { refresh_token: first, access_token: access } = await client.getTokens(browser);
    const second = await refresh(first);
    clock.now += seconds(9);
    const third = await refresh(first);
    expect(new Set([first, second, third]).size).toBe(3);
    clock.now += seconds(2);
    await expect(refresh(first)).rejects.toMatchObject({ error: "invalid_grant" });
    for (const token of [second, third]) {
      await expect(refresh(token)).rejects.toMatchObject({ error: "invalid_grant" });
    }
    const info = oidc.fetchUserInfo(client.config, access, oidc.skipSubjectCheck);
    await expect(info).rejects.toMatchObject({ status: 401 });
    // The app lost its access: its user has to log in again, although the browser is logged in.
    expect(parametersOf((await client.begin(browser, { prompt: "none" })).target).error).toBe(
      "login_required",
    );
    const again = await client.getTokens(browser);
    clock.now += days(29);
    const kept = await refresh(again.refresh_token);
    clock.now += days(31);
    await expect(refresh(kept)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("without offline_access, tokens end with the session", async () => {
    const client = await openAppClient(createDatabase);
    const { app } = client.testApp;
    await signUp(app);
    const browser = new AppBrowser(client.testApp);
    const tokens = await client.getTokens(browser, { scope: "openid" });
    expect(tokens.refresh_token).toBeUndefined();
    const read = () =>
      oidc.fetchUserInfo(client.config, tokens.access_token, oidc.skipSubjectCheck);
    await read();
    await browser.send(apiPaths.logout, {});
    await expect(read()).rejects.toMatchObject({ status: 401 });
  });

  if (engine !== "sqlite") return;

  test("the provider says what it does, and does nothing else", async () => {
    const client = await openAppClient(createDatabase);
    const metadata = client.config.serverMetadata();
    expect(metadata).toMatchObject({
      issuer: `${passkeySite}/oauth`,
      response_types_supported: ["code"],
      response_modes_supported: ["query", "fragment"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      acr_values_supported: [...acrs],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      claims_parameter_supported: true,
    });
    expect(metadata.registration_endpoint).toBeUndefined();
    for (const [name, address] of Object.entries(metadata)) {
      if (!name.endsWith("_endpoint") && name !== "jwks_uri") continue;
      expect(String(address), name).toMatch(`${passkeySite}/oauth/`);
    }
  });

  test("a browser that opened an app says that the user can return to it", async () => {
    const client = await openAppClient(createDatabase);
    await signUp(client.testApp.app);
    const browser = new AppBrowser(client.testApp);
    const begun = await client.begin(browser, { redirect_uri: appScheme });
    const csp = String(begun.response.headers["content-security-policy"]);
    expect(csp).toContain("form-action 'self' com.example.app:;");
    const { response, target } = await browser.follow(await sendPassword(browser, begun.target));
    expect(target).toMatch(/\/reauth\?app=/);
    expect(response.body).toContain("All Set");
    expect(response.body).toContain("Return to Helping Hands");
    const refresh = String(response.headers.refresh);
    const { target: opened } = await browser.follow(
      await browser.send(refresh.replace("0; url=", "")),
    );
    expect((await begun.finish(opened)).access_token).toBeDefined();
    expect((await browser.send("/reauth?app=unknown")).body).toContain("All Set");
  });

  test("acr says whether there was a second factor, which apps can ask for", async () => {
    const client = await openAppClient(createDatabase);
    const { app, clock } = client.testApp;
    const ruth = await signUpConfirmed(client.testApp);
    const browser = new AppBrowser(client.testApp);
    const wanted = { acr_values: byFactor };
    const without = await client.logIn(browser, wanted);
    const unmet = "unmet_authentication_requirements";
    expect(parametersOf(without.target).error).toBe(unmet);
    expect(parametersOf((await client.begin(browser, wanted)).target).error).toBe(unmet);

    const { secret } = await turnOnCodes(ruth, clock.now);
    clock.now += seconds(30);
    expect(
      parametersOf((await client.begin(browser, { ...wanted, prompt: "none" })).target).error,
    ).toBe("login_required");
    const begun = await client.begin(browser, wanted);
    const step = await sendPassword(browser, begun.target);
    expect(step.body).toContain("One more step");
    const next = new URL(begun.target).searchParams.get("next") ?? "";
    const code = codeOf(secret, clock.now);
    const { target } = await browser.follow(
      await browser.send("/portal/login", { code, _next: next }),
    );
    const claims = (await begun.finish(target)).claims();
    expect(claims).toMatchObject({ acr: byFactor, amr: ["pwd", "otp", "mfa"] });
    const lower = await client.begin(browser, { acr_values: byPassword, prompt: "none" });
    expect(parametersOf(lower.target).code).toBeDefined();

    const passkey = makePasskey(passkeySite);
    const host = { host: new URL(passkeySite).host };
    expect((await addPasskey(ruth, passkey, "Key")).statusCode).toBe(201);
    const options = await app.inject({
      method: "POST",
      url: `${apiPaths.passkeyLogin}/options`,
      headers: host,
    });
    const cookie = String(options.headers["set-cookie"]).split(";")[0] ?? "";
    const used = await app.inject({
      method: "POST",
      url: apiPaths.passkeyLogin,
      headers: { ...host, cookie },
      payload: passkey.get(options.json()),
    });
    expect(used.statusCode).toBe(200);
    const other = new AppBrowser(client.testApp);
    for (const { name, value } of used.cookies) other.cookies.set(name, value);
    const silent = await client.begin(other, { ...wanted, prompt: "none" });
    expect((await silent.finish(silent.target)).claims()?.amr).toEqual(["pop", "mfa"]);
  });
});
