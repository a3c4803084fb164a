import { describe, expect } from "vitest";
import { makeApiToken } from "../../src/features/integrations/server/manage-tokens.ts";
import { commandLine } from "../../src/features/staff/server/write-audit.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, test } from "../support/browser.ts";
import { expectAccessible } from "../support/check-page.ts";

describe("the page of the API", () => {
  test("sends a call with a test token only, and shows it in four languages", async ({
    openPage,
    site,
  }) => {
    const scopes = ["providers:write"] as const;
    const made = { name: "App", scopes, days: 30, allowIp: [], isTest: true };
    const { token } = await site.database.write((trx) =>
      makeApiToken(trx, commandLine, made, Date.now()),
    );
    const page = await openPage(paths.apiDocs, { width: 375, height: 800 });
    await page.getByText("Try a call").click();
    const field = page.getByLabel("Test token");
    const send = page.getByRole("button", { name: "Send the call" });
    await field.fill(token.replace("test_", ""));
    await send.press("Enter");
    await page.getByText("Enter a test token").waitFor();
    expect(await field.evaluate((it) => it === document.activeElement)).toBe(true);
    await field.fill(token);
    await page.getByLabel("Call", { exact: true }).selectOption("PUT /api/v1/providers/{id}");
    await page.getByLabel("id", { exact: true }).fill("tom");
    await page
      .getByRole("textbox", { name: /^Body/ })
      .fill('{ "name": "Tom", "markets": ["802"] }');
    await send.press("Enter");
    await eventually(() => page.locator("main form [role=status]").innerText()).toMatch(
      /^Answer\s+201[\s\S]*etag: [\s\S]*"name": "Tom"/,
    );
    for (const [language, text] of [
      ["curl", "curl '"],
      ["JavaScript", "await fetch("],
      ["Kotlin", "HttpRequest.newBuilder("],
      ["Swift", "URLRequest(url:"],
    ] as const) {
      await page.getByLabel("The same call in").selectOption(language.toLowerCase());
      const shown = await page.locator("form pre").last().innerText();
      expect(shown).toContain(text);
      expect(shown).toContain("/api/v1/providers/tom");
      expect(shown).not.toContain(token);
    }
    await expectAccessible(page, "a call and its answer", "site");
  });
});
