import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { hydrate, test } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { definitionOf, fillIn } from "../support/forms.ts";
import { type SpecForm, specForms } from "../support/spec-forms.ts";
import { stateSizes } from "../support/state-sizes.ts";

/** States that appear after an interaction, with the same checks as whole pages. */
const support = specForms.find(({ heading }) => heading === "Web Support Portal") as SpecForm;
const { path } = definitionOf(support);
const phone = { width: 320, reducedMotion: "reduce" } as const;

test.for(stateSizes)("the errors of a rejected form, %o", async (size, { openPage }) => {
  const page = await openPage(path, size);
  await page.getByRole("button", { name: support.button, exact: true }).click();
  await page.getByText("There is a problem").waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("the thank-you view, %o", async (size, { openPage }) => {
  const page = await openPage(path, size);
  // The widest possible reference.
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const body = { ...(await response.json()), reference: "WWWWWWWW" };
    await route.fulfill({ response, json: body });
  });
  await fillIn(page, support);
  await page.getByRole("button", { name: support.button, exact: true }).click();
  await page.getByRole("heading", { name: support.successHeading, exact: true }).waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("the alert of a failed save, %o", async (size, { openPage }) => {
  const page = await openPage(path, { ...size, expects: [/ERR_FAILED/, /was not saved/] });
  await page.route("**/api/**", (route) => route.abort("failed"));
  await fillIn(page, support);
  await page.getByRole("button", { name: support.button, exact: true }).click();
  await page.getByRole("alertdialog").waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test("the open menu", async ({ openPage }) => {
  const page = await openPage(paths.families, phone);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("navigation", { name: "Main menu" }).waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("every accordion open, %o", async (size, { openPage }) => {
  const page = await openPage(paths.home, size);
  for (const item of await page.locator("main details").all()) {
    const isOpen = await item.evaluate((it) => (it as HTMLDetailsElement).open);
    if (!isOpen) await item.locator("summary").click();
  }
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("the note of a store badge, %o", async (size, { openPage }) => {
  const page = await openPage(paths.home, size);
  // Once hydrated, a phone lays out all sections, which would move the button during the click.
  await hydrate(page);
  await page
    .getByRole("button", { name: /coming soon/ })
    .first()
    .click();
  await page.locator(":popover-open").waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("the screen of a page that failed to load, %o", async (size, { openPage }) => {
  const page = await openPage(paths.contact, {
    ...size,
    expects: [/ERR_FAILED/, /Failed to fetch/],
  });
  await hydrate(page);
  await page.route(/press\.page-/, (route) => route.abort("failed"));
  await page.getByRole("contentinfo").getByRole("link", { name: "Press", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "This page did not load" }).waitFor();
  await page.getByRole("heading", { level: 2, name: "Loading chunk failed" }).waitFor();
  // The connection is lost: the picture must be part of the code, not a file.
  expect(await page.getByRole("main").locator("section img").count()).toBe(0);
  expect(await page.getByRole("main").locator("section > svg").isVisible()).toBe(true);
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("the alert when React fails to load, %o", async (size, { openPage }) => {
  const page = await openPage(paths.contact, {
    ...size,
    expects: [/ERR_FAILED/, /Failed to fetch/],
  });
  await page.route(/\/assets\/client-.*\.js/, (route) => route.abort("failed"));
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await page.getByRole("alert").filter({ hasText: "Loading chunk failed" }).waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("a newsletter error, %o", async (size, { openPage }) => {
  const page = await openPage(paths.press, size);
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("button").click();
  await footer.getByText("Email address is required").waitFor();
  expect(await checkPage(page)).toEqual([]);
});

test.for(stateSizes)("the newsletter confirmation, %o", async (size, { openPage }) => {
  const page = await openPage(paths.press, { ...size, clock: true });
  const footer = page.getByRole("contentinfo");
  await page.clock.runFor(3000);
  const email = footer.getByRole("textbox", { name: "Your email address" });
  await email.fill(`${size.width}@example.com`);
  await footer.getByRole("button").click();
  await page.getByRole("dialog").waitFor();
  await page.clock.resume();
  expect(await checkPage(page)).toEqual([]);
});
