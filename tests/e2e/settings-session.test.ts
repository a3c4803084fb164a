import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { eventually, test } from "../support/browser.ts";
import { newAccount } from "../support/portal.ts";
import { openSettings, settingsRejections } from "../support/settings.ts";
import { createUser, type TestUser } from "../support/test-user.ts";

const expects = settingsRejections;

function newEmail(page: Page) {
  return page.getByLabel("New email", { exact: true });
}

/** Types a new email, loses the session, and logs in as a person. */
async function typeAndLogIn(page: Page, before: TestUser, after: TestUser) {
  await page.getByRole("button", { name: "Change email" }).click();
  await newEmail(page).fill("new@example.com");
  await page.getByLabel("Current password", { exact: true }).fill(newAccount.password);
  await before.request("POST", apiPaths.logout);
  await page.getByRole("button", { name: "Save new email" }).click();
  await page.waitForURL(`**${paths.login}?next=*`);
  const main = page.getByRole("main");
  await main.getByLabel("Email", { exact: true }).fill(after.email);
  await main.getByLabel("Password", { exact: true }).fill(newAccount.password);
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  await page.waitForURL(`**${paths.settings}`);
}

describe("the settings, after a session that ended elsewhere", () => {
  test("keep what was typed through the login", async ({ openPage, site }) => {
    const { page, who } = await openSettings(openPage, site, { expects });
    await typeAndLogIn(page, who, who);
    await eventually(() => newEmail(page).inputValue()).toBe("new@example.com");
    expect(await page.getByLabel("Current password", { exact: true }).inputValue()).toBe("");
  });

  test("show nothing of it to another person", async ({ openPage, site }) => {
    const walter = await createUser(site, { firstName: "Walter" });
    const { page, who } = await openSettings(openPage, site, { expects });
    await typeAndLogIn(page, who, walter);
    await page.getByRole("button", { name: "Change email" }).click();
    await eventually(() => newEmail(page).inputValue()).toBe("");
  });
});
