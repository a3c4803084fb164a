import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { findAxeViolations } from "../support/axe.ts";
import { eventually, hydrate, test } from "../support/browser.ts";

const method = (page: Page) => page.getByLabel("Preferred contact method");
const note = (page: Page) => page.getByText("add your number below");
const offer = (page: Page) => page.getByRole("status").getByRole("link", { name: "Add it now" });

test("offers to add a phone number once the answer needs one, and announces it", async ({
  openPage,
}) => {
  const page = await openPage(paths.support);
  expect(await note(page).isVisible()).toBe(false);
  await hydrate(page);
  await eventually(() => note(page).count()).toBe(0);
  for (const way of ["Phone Call", "Text Message"]) {
    await method(page).selectOption(way);
    await offer(page).waitFor();
    await method(page).selectOption("E-mail");
    await note(page).waitFor({ state: "detached" });
  }
  await method(page).selectOption("Phone Call");
  await offer(page).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await offer(page).press("Enter");
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toContain("details");
  await page.keyboard.type("The app stops. Call 303-555");
  expect(await note(page).isVisible()).toBe(true);
  await page.keyboard.type(" 0142.");
  await note(page).waitFor({ state: "detached" });
});

test("without scripts always asks to add a phone number", async ({ openPage }) => {
  const page = await openPage(paths.support, { js: false });
  expect(await note(page).isVisible()).toBe(true);
});
