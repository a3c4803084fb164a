import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished } from "vitest";
import { addClient } from "../../src/features/identity/server/clients.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import { readConfig } from "../../src/platform/server/config/config.ts";
import { test } from "../support/browser.ts";
import { expectAccessibleOnBoth } from "../support/check-page.ts";
import { newAccount } from "../support/portal.ts";
import type { TestServer } from "../support/server.ts";
import { createUser } from "../support/test-user.ts";

const scheme = "com.example.app:/login";

/** An app's own pages: a browser that follows redirects cannot be given answers for others. */
async function startApp(opened: string[]): Promise<string> {
  const app = createServer(({ url = "" }, response) => {
    opened.push(url);
    response.setHeader("content-type", "text/html").end("<h1>The app</h1>");
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  onTestFinished(() => void app.close());
  return `http://127.0.0.1:${(app.address() as AddressInfo).port}/login`;
}

async function begin({ database }: TestServer, redirectUri: string): Promise<string> {
  const by = { actor: commandLine, config: readConfig({}), now: Date.now() };
  const app = {
    name: "Helping Hands",
    redirectUris: [redirectUri],
    postLogoutUris: [],
    backchannelUri: null,
  };
  const id = await database.write((trx) => addClient(trx, app, by));
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `/oauth/auth?${query}`;
}

describe("a login from an app", () => {
  test.for([true, false])("with scripts: %s, returns to it", async (js, { openPage, site }) => {
    const { email } = await createUser(site);
    const opened: string[] = [];
    const target = js ? scheme : await startApp(opened);
    const page = await openPage(await begin(site, target), {
      js,
      width: 375,
      expects: [/com\.example\.app/, /\/login\?code=/],
    });
    await page.getByText("Log in to continue to Helping Hands.").waitFor();
    await page.getByLabel("Email").first().fill(email);
    await page.getByLabel("Password", { exact: true }).fill(newAccount.password);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    if (!js) {
      await page.getByRole("heading", { name: "The app" }).waitFor();
      expect(opened[0]).toContain("/login?code=");
      return;
    }
    await page.getByRole("heading", { name: "All Set" }).waitFor();
    await page.getByRole("link", { name: "Return to Helping Hands" }).waitFor();
    await expectAccessibleOnBoth(page, "the return to an app");

    await page.goto(await begin(site, target));
    await page.getByText(`You are logged in as ${email}.`).waitFor();
    await expectAccessibleOnBoth(page, "the question before an app gets access");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "All Set" }).waitFor();
    await page.goto("/oauth/session/end");
    await page.getByRole("heading", { name: "Log out?" }).waitFor();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByText("You are logged out.").waitFor();
  });
});
