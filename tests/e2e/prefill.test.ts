import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { apiPaths } from "../support/api-paths.ts";
import { freshEmail } from "../support/auth-forms.ts";
import { findAxeViolations } from "../support/axe.ts";
import { hydrate, type OpenPage, test } from "../support/browser.ts";
import { newAccount } from "../support/portal.ts";

const box = (page: Page, label: string) =>
  page.getByRole("main").getByLabel(label, { exact: true });
const footerLink = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name });

async function signIn(page: Page, email: string): Promise<string> {
  await page.context().request.post(apiPaths.createAccount, { data: { ...newAccount, email } });
  const session = await page.context().request.get(apiPaths.session);
  return (await session.json()).supportId;
}

async function openSignedIn(openPage: OpenPage, email: string, js = true) {
  const page = await openPage(paths.press, { js });
  return { page, supportId: await signIn(page, email) };
}

async function expectFilled(page: Page, email: string, supportId: string) {
  expect(await box(page, "First name").inputValue()).toBe(newAccount.firstName);
  expect(await box(page, "Last name").inputValue()).toBe(newAccount.lastName);
  expect(await box(page, "Email").inputValue()).toBe(email);
  expect(await box(page, "Support ID").inputValue()).toBe(supportId);
}

describe("a form for a signed-in person", () => {
  test("is prefilled without scripts, and can be sent", async ({ openPage }) => {
    const email = freshEmail();
    const { page, supportId } = await openSignedIn(openPage, email, false);
    await page.goto(paths.support);
    await expectFilled(page, email, supportId);
    await box(page, "Details").fill("The text is too small.");
    await page.getByRole("button", { name: "Submit Help Request" }).click();
    await page.getByRole("heading", { name: "Request Received" }).waitFor();
  });

  test("remains prefilled after hydration and on the next form of the visit", async ({
    openPage,
  }) => {
    const email = freshEmail();
    const { page, supportId } = await openSignedIn(openPage, email);
    await page.goto(paths.support);
    await hydrate(page);
    await expectFilled(page, email, supportId);
    await footerLink(page, "Delete my data").click();
    await page.getByRole("heading", { name: "Data deletion request" }).waitFor();
    expect(await box(page, "Name").inputValue()).toBe(
      `${newAccount.firstName} ${newAccount.lastName}`,
    );
    expect(await box(page, "Email").inputValue()).toBe(email);
    expect(await box(page, "Support ID").inputValue()).toBe(supportId);
  });

  test("is prefilled from memory after visiting the profile", async ({ openPage }) => {
    const email = freshEmail();
    const { page, supportId } = await openSignedIn(openPage, email);
    await page.goto(paths.profile);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByText(email).first().waitFor();
    await footerLink(page, "Get support").click();
    await page.getByRole("heading", { name: "Web Support Portal" }).waitFor();
    await expectFilled(page, email, supportId);
    // A new document has no person in memory; the settings page loads one too.
    await page.goto(paths.settings);
    await page.getByRole("link", { name: "Write to us" }).click();
    await page.getByRole("heading", { name: "Web Support Portal" }).waitFor();
    await expectFilled(page, email, supportId);
  });

  test("typed values win over prefilled ones, even after navigation", async ({ openPage }) => {
    const email = freshEmail();
    const { page, supportId } = await openSignedIn(openPage, email);
    await page.goto(paths.support);
    await box(page, "First name").fill("Typed");
    await hydrate(page);
    expect(await box(page, "First name").inputValue()).toBe("Typed");
    await box(page, "Details").fill("Half a sentence");
    await footerLink(page, "Press").click();
    await page.waitForURL(`**${paths.press}`);
    await page.goBack();
    await box(page, "Details").waitFor();
    expect(await box(page, "First name").inputValue()).toBe("Typed");
    expect(await box(page, "Details").inputValue()).toBe("Half a sentence");
    expect(await box(page, "Support ID").inputValue()).toBe(supportId);
  });

  test("is empty for anonymous visitors, with a hint to find the ID", async ({ openPage }) => {
    for (const address of [paths.support, paths.privacyRequest]) {
      const page = await openPage(address, { width: 320, reducedMotion: "reduce" });
      expect(await box(page, "Email").inputValue()).toBe("");
      expect(await box(page, "Support ID").inputValue()).toBe("");
      await page.getByText("Where is my support ID?").click();
      await page.getByRole("main").getByRole("link", { name: "your settings" }).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    }
  });
});
