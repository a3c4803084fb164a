import { describe, expect } from "vitest";
import { addClient } from "../../src/features/identity/server/clients.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import { readConfig } from "../../src/platform/server/config/config.ts";
import { test } from "../support/browser.ts";
import { expectAccessibleOnBoth } from "../support/check-page.ts";
import { newAccount } from "../support/portal.ts";
import type { TestServer } from "../support/server.ts";
import { createUser } from "../support/test-user.ts";

const address = "https://app.example/login";
const scheme = "com.example.app:/login";

async function begin({ database }: TestServer, redirectUri: string): Promise<string> {
  const by = { actor: commandLine, config: readConfig({}), now: Date.now() };
  const app = {
    name: "Helping Hands",
    redirectUris: [address, scheme],
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
  test.for([
    [true, scheme],
    [false, address],
  ] as const)("with scripts: %s, returns to %s", async ([js, target], { openPage, site }) => {
    const { email } = await createUser(site);
    const opened: string[] = [];
    const page = await openPage(await begin(site, target), {
      js,
      width: 375,
      expects: [/app\.example/, /com\.example\.app/],
    });
    await page.route("https://app.example/**", (route) => {
      opened.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<h1>The app</h1>" });
    });
    await page.getByText("Log in to continue to Helping Hands.").waitFor();
    await page.getByLabel("Email").first().fill(email);
    await page.getByLabel("Password", { exact: true }).fill(newAccount.password);
    await page.getByRole("button", { name: "Log In", exact: true }).click();
    if (target === address) {
      await page.getByRole("heading", { name: "The app" }).waitFor();
      expect(opened[0]).toContain(`${address}?code=`);
      return;
    }
    await page.getByRole("heading", { name: "All Set" }).waitFor();
    await page.getByRole("link", { name: "Return to Helping Hands" }).waitFor();
    await expectAccessibleOnBoth(page, "the return to an app");
  });
});
