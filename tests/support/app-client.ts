import type { LightMyRequestResponse } from "fastify";
import * as oidc from "openid-client";
import type { NewApp } from "../../src/features/identity/contract/apps.ts";
import { addClient } from "../../src/features/identity/server/clients.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import type { TestSettings } from "../../src/platform/server/config/config.ts";
import type { CreateDatabase } from "./dialects.ts";
import { passkeySite as site } from "./person-with-data.ts";
import { newAccount } from "./portal.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

export const appAddress = "https://app.example/login";
export const appScheme = "com.example.app:/login";
const issuer = new URL(`${site}/oauth`);

/** A browser without scripts. */
export class AppBrowser {
  readonly cookies = new Map<string, string>();
  readonly #testApp: TestApp;

  constructor(testApp: TestApp) {
    this.#testApp = testApp;
  }

  async send(
    url: string | URL,
    form?: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(url, site);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.#testApp.app.inject({
      method: form ? "POST" : "GET",
      url: pathname + search,
      headers: {
        host: new URL(site).host,
        accept: "text/html",
        ...(cookie && { cookie }),
        ...(form && { origin: site, "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value } of response.cookies) {
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects of the site. @returns the last answer, and where it leads if elsewhere */
  async follow(
    first: LightMyRequestResponse,
  ): Promise<{ readonly response: LightMyRequestResponse; readonly target: string }> {
    let response = first;
    let target = "";
    for (let hops = 0; hops < 10; hops += 1) {
      const { location } = response.headers;
      if (location === undefined) return { response, target };
      target = new URL(location, site).href;
      if (!target.startsWith(site)) return { response, target };
      response = await this.send(target);
    }
    throw new Error(`Too many redirects, the last to ${target}.`);
  }
}

export interface AppLoginParams {
  readonly redirect_uri?: string;
  readonly scope?: string;
  readonly [name: string]: string | undefined;
}

/** A real client of the provider: an app with its users' browsers. */
export class AppClient {
  readonly testApp: TestApp;
  readonly config: oidc.Configuration;
  readonly id: string;

  constructor(testApp: TestApp, config: oidc.Configuration, id: string) {
    this.testApp = testApp;
    this.config = config;
    this.id = id;
  }

  /** Begins a log-in. `finish` exchanges the code that the address has. */
  async begin(browser: AppBrowser, params: AppLoginParams = {}) {
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const expectedState = oidc.randomState();
    const expectedNonce = oidc.randomNonce();
    const all = {
      redirect_uri: appAddress,
      scope: "openid offline_access",
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      state: expectedState,
      nonce: expectedNonce,
      ...params,
    };
    const given = Object.entries(all).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    const url = oidc.buildAuthorizationUrl(this.config, Object.fromEntries(given));
    const checks = { pkceCodeVerifier, expectedState, expectedNonce };
    return {
      url,
      checks,
      ...(await browser.follow(await browser.send(url))),
      finish: (target: string) => oidc.authorizationCodeGrant(this.config, new URL(target), checks),
    };
  }

  /** Logs in at the site's page. @returns where the browser ends */
  async logIn(
    browser: AppBrowser,
    params: AppLoginParams = {},
    account: Readonly<Record<string, string>> = {},
  ) {
    const begun = await this.begin(browser, params);
    const sent = await sendPassword(browser, begun.target, account);
    const { target } = await browser.follow(sent);
    return { ...begun, target };
  }

  /** Logs in to the end. */
  async getTokens(browser: AppBrowser, params: AppLoginParams = {}) {
    const { target, finish } = await this.logIn(browser, params);
    return finish(target);
  }
}

/** Posts the form of the login page, which continues to what its address says. */
export function sendPassword(
  browser: AppBrowser,
  page: string,
  account: Readonly<Record<string, string>> = {},
) {
  const next = new URL(page, site).searchParams.get("next");
  const { email, password } = newAccount;
  return browser.send("/portal/login", {
    email,
    password,
    ...account,
    ...(next && { _next: next }),
  });
}

/** The server with an app. Its clock is right, since the provider's library has no other. */
export async function openAppClient(
  createDatabase: CreateDatabase,
  app: Partial<NewApp> = {},
  testSettings: TestSettings = {},
): Promise<AppClient> {
  const settings = { PUBLIC_URL: site };
  const testApp = await openTestApp(createDatabase, settings, undefined, { testSettings });
  testApp.clock.now = Date.now();
  return addAppClient(testApp, app);
}

export async function addAppClient(
  testApp: TestApp,
  app: Partial<NewApp> = {},
): Promise<AppClient> {
  const { context, database, clock } = testApp;
  const by = { actor: commandLine, config: context.config, now: clock.now };
  const id = await database.write((trx) =>
    addClient(
      trx,
      {
        name: "Helping Hands",
        redirectUris: [appAddress, appScheme],
        postLogoutUris: ["https://app.example/bye"],
        backchannelUri: null,
        ...app,
      },
      by,
    ),
  );
  const fetch: oidc.CustomFetch = async (url, { method, headers, body }) => {
    const answer = await testApp.app.inject({
      method: method as "GET" | "POST",
      url: new URL(url).pathname + new URL(url).search,
      headers: { ...headers, host: new URL(site).host },
      ...(body != null && { payload: String(body) }),
    });
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    });
  };
  const config = await oidc.discovery(issuer, id, undefined, oidc.None(), {
    [oidc.customFetch]: fetch,
  });
  return new AppClient(testApp, config, id);
}
