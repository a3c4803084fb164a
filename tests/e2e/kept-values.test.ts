import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, hydrate, test } from "../support/browser.ts";

const answers = { name: "Rosa", email: "rosa@example.org", message: "The bell is broken." };

function box(page: Page, name: keyof typeof answers) {
  return page.getByRole("main").locator(`[name=${name}]`);
}

async function fillIn(page: Page) {
  for (const name of ["name", "email", "message"] as const)
    await box(page, name).fill(answers[name]);
}

async function valuesIn(page: Page) {
  const [name, email, message] = await Promise.all([
    box(page, "name").inputValue(),
    box(page, "email").inputValue(),
    box(page, "message").inputValue(),
  ]);
  return { name, email, message };
}

async function send(page: Page) {
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByRole("heading", { name: "Thank You", exact: true }).waitFor();
}

describe("a half-filled form", () => {
  test("is kept while another page is visited", async ({ openPage }) => {
    const page = await openPage(paths.contact);
    await fillIn(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Press" }).click();
    await page.waitForURL(`**${paths.press}`);
    await page.goBack();
    await box(page, "name").waitFor();
    expect(await valuesIn(page)).toEqual(answers);
  });

  test("is kept on Back, from the back-forward cache or reloaded, and can be sent", async ({
    openPage,
  }) => {
    const page = await openPage(paths.contact, { width: 375, hasBackForwardCache: true });
    for (const fromCache of [false, true]) {
      await fillIn(page);
      // An unload handler disables the back-forward cache.
      if (!fromCache) await page.evaluate(() => addEventListener("unload", () => {}));
      await page.getByRole("button", { name: "Menu" }).click();
      await page.goto(paths.press);
      await page.goBack();
      await eventually(() => page.evaluate(() => window.isRestored)).toBe(fromCache);
      expect(await valuesIn(page)).toEqual(answers);
      expect(await page.getByRole("navigation", { name: "Main menu" }).isVisible()).toBe(false);
    }
    await page.goto(paths.press);
    await page.goBack();
    await send(page);
  });

  test("is empty after it was sent", async ({ openPage }) => {
    const page = await openPage(paths.contact);
    await fillIn(page);
    await send(page);
    expect(await page.title()).toMatch(/^Thank You - /);
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await eventually(() => page.title()).not.toContain("Get In Touch");
    await page.goBack();
    await box(page, "name").waitFor();
    expect(await valuesIn(page)).toEqual({ name: "", email: "", message: "" });
    expect(await page.title()).not.toContain("Thank You");
  });
});

describe("the focus", () => {
  test("is in the first field of the next form", async ({ openPage }) => {
    const page = await openPage(paths.contact);
    await fillIn(page);
    await send(page);
    await page.getByRole("button", { name: "Send another" }).click();
    await eventually(() => box(page, "name").evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
  });

  test("closes the menu when it leaves it", async ({ openPage }) => {
    const page = await openPage(paths.contact, { width: 375 });
    await hydrate(page);
    await page.getByRole("button", { name: "Menu" }).press("Enter");
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await menu.getByRole("link", { name: "Platform" }).focus();
    await page.keyboard.press("Tab");
    await menu.waitFor({ state: "hidden" });
    expect(await focused(page)).not.toContain("BODY");
  });

  test("returns to the email field when the newsletter signup fails", async ({ openPage }) => {
    const page = await openPage(paths.press, {
      clock: true,
      expects: [/ERR_FAILED/, /api/, /was not saved/],
    });
    await page.route("**/api/submissions/**", (route) => route.abort("failed"));
    const address = page.getByRole("textbox", { name: "Your email address" });
    await address.fill(answers.email);
    await page.clock.runFor(3000);
    await page.getByRole("button", { name: "Subscribe" }).press("Enter");
    await page.getByText("There was an error signing up. Please try again.").waitFor();
    await eventually(() => address.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

test("Back returns to where a hash link was clicked", async ({ openPage }) => {
  const page = await openPage(paths.families, { reducedMotion: "reduce" });
  const height = () => page.evaluate(() => Math.round(scrollY));
  await page.locator("a[href='#learn-more']").first().click();
  await eventually(height).toBeGreaterThan(300);
  await page.goBack();
  await eventually(height).toBeLessThan(50);
});

test("a double click sends once and clicks nothing on the thank-you view", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  await fillIn(page);
  await page.getByRole("button", { name: "Send Message" }).dblclick();
  await page.getByRole("heading", { name: "Thank You", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.contact);
});

test("Send another works without scripts", async ({ openPage }) => {
  const page = await openPage(paths.contact, { js: false });
  await fillIn(page);
  await send(page);
  await page.getByRole("button", { name: "Send another" }).click();
  await box(page, "name").waitFor();
  expect(await valuesIn(page)).toEqual({ name: "", email: "", message: "" });
});
