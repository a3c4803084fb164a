import { expect, test } from "vitest";
import {
  AppBrowser,
  appAddress,
  appScheme,
  openAppClient,
  sendPassword,
} from "../../../../tests/support/app-client.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { signUpConfirmed } from "../../../../tests/support/portal.ts";
import { limits } from "../../../platform/server/credentials/throttles.ts";
import { endSessions } from "../../customers/server/auth/sessions.ts";

/** Where the page that returns to an app leads. */
const linkOf = (headers: Readonly<Record<string, unknown>>) =>
  String(headers.refresh).replace("0; url=", "");

describeEachDialect("log-ins of apps that pause", (_open, createDatabase) => {
  async function pauseLogin() {
    const client = await openAppClient(createDatabase);
    const ruth = await signUpConfirmed(client.testApp);
    const browser = new AppBrowser(client.testApp);
    const begun = await client.begin(browser, { redirect_uri: appScheme });
    const { response } = await browser.follow(await sendPassword(browser, begun.target));
    const { database } = client.testApp;
    await database.write((trx) => endSessions(trx, ruth.uid));
    return { client, browser, begun, link: linkOf(response.headers) };
  }

  test("a finished log-in is worth nothing once the account's sessions have ended", async () => {
    const { browser, begun, link } = await pauseLogin();
    const { target } = await browser.follow(await browser.send(link));
    expect(target).toMatch(/\/portal\/login\?next=/);
    const { response } = await browser.follow(await sendPassword(browser, target));
    const opened = await browser.follow(await browser.send(linkOf(response.headers)));
    expect((await begun.finish(opened.target)).access_token).toBeDefined();
  });

  test("who logs in instead is whom the app gets", async () => {
    const { client, browser, begun, link } = await pauseLogin();
    const email = "eve@example.com";
    const eve = await signUpConfirmed(client.testApp, { email });
    await sendPassword(browser, "/portal/login", { email });
    const { response } = await browser.follow(await browser.send(link));
    const opened = await browser.follow(await browser.send(linkOf(response.headers)));
    expect((await begun.finish(opened.target)).claims()?.sub).toBe(eve.uid);
  });

  test("an address begins only so many log-ins in an hour", async () => {
    const client = await openAppClient(createDatabase);
    const { database } = client.testApp;
    const browser = new AppBrowser(client.testApp);
    const { url } = await client.begin(browser);
    const used = { count: limits.appLoginAddress.max };
    await database.write((trx) =>
      trx.updateTable("throttles").set(used).where("key", "like", "appLoginAddress:%").execute(),
    );
    expect((await browser.send(url)).statusCode).toBe(429);
    await signUpConfirmed(client.testApp);
    await sendPassword(browser, "/portal/login");
    const silent = await client.begin(browser, { prompt: "none" });
    expect(silent.target).toContain(`${appAddress}?code=`);
  });
});
