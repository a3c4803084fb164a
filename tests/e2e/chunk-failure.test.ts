import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, hydrate, test, untilHydrated } from "../support/browser.ts";
import { definitionOf, fillIn, readForm, readRecords } from "../support/forms.ts";
import { type SpecForm, specForms } from "../support/spec-forms.ts";

const contact = specForms.find(({ collection }) => collection === "ContactForm") as SpecForm;
const { form } = definitionOf(contact);
const message = "Loading chunk failed";
const failureHeading = "This page did not load";
const client = /\/assets\/client-.*\.js/;
const pressPage = /\/assets\/press\.page-.*\.js/;
const lostScript = [
  /ERR_FAILED/,
  /ERR_INTERNET_DISCONNECTED/,
  /Failed to fetch dynamically imported module/,
];

const pressLink = (page: Page) =>
  page.getByRole("contentinfo").getByRole("link", { name: "Press", exact: true });

test("React fails to load: an alert shows, values are kept, links work", async ({ openPage }) => {
  const page = await openPage(paths.contact, { expects: lostScript });
  await page.route(client, (route) => route.abort("failed"));
  await fillIn(page, contact);
  const alert = page.getByRole("main").getByRole("alert").filter({ hasText: message });
  await alert.waitFor();
  expect(await readForm(page, contact)).toEqual(contact.answers);
  // A second failure must not clear the form.
  const reload = page.waitForEvent("domcontentloaded");
  await alert.getByRole("button", { name: "Try again", exact: true }).click();
  await reload;
  await alert.waitFor();
  expect(await readForm(page, contact)).toEqual(contact.answers);
  // Without a connection the page remains.
  await page.context().setOffline(true);
  // The script may be requested too; the page remains only if the request for the page fails.
  const again = page.waitForEvent("requestfailed", (request) => request.url() === page.url());
  await alert.getByRole("button", { name: "Try again", exact: true }).click();
  await again;
  await page.context().setOffline(false);
  expect(await readForm(page, contact)).toEqual(contact.answers);
  await pressLink(page).click();
  await page.waitForURL(`**${paths.press}`);
});

test("the alert is visible after scrolling far down", async ({ openPage }) => {
  for (const size of [
    { width: 375, height: 700 },
    { width: 1280, height: 900 },
  ]) {
    const page = await openPage(paths.families, { ...size, expects: lostScript });
    await page.route(client, (route) => route.abort("failed"));
    await page.evaluate(() => scrollTo({ top: 3000, behavior: "instant" }));
    await page.mouse.move(40, 400);
    const button = page.getByRole("button", { name: "Try again", exact: true });
    await button.waitFor();
    const box = await button.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(size.height / 2);
    await button.click({ trial: true });
  }
});

test("Try again loads React, and the form can be sent", async ({ openPage, site }) => {
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(paths.contact, { expects: lostScript });
  await page.route(client, (route) => route.abort("failed"));
  await fillIn(page, contact);
  await page.getByRole("alert").filter({ hasText: message }).waitFor();

  await page.unroute(client);
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await untilHydrated(page);
  await page.getByText(message).waitFor({ state: "detached" });
  // Browsers that cache failed imports have reloaded the page.
  expect(await readForm(page, contact)).toEqual(contact.answers);
  await page.getByRole("button", { name: contact.button, exact: true }).click();
  await page.getByRole("heading", { name: contact.successHeading, exact: true }).waitFor();
  const stored = await readRecords(site.database, form.collection);
  expect(stored).toHaveLength(before.length + 1);
});

test("React fails to load: the form is posted natively", async ({ openPage, site }) => {
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(paths.contact, { expects: lostScript });
  await page.route(client, (route) => route.abort("failed"));
  await fillIn(page, contact);
  await page.getByRole("alert").filter({ hasText: message }).waitFor();
  await page.getByRole("button", { name: contact.button, exact: true }).click();
  await page.waitForURL("**/contact?sent=*");
  await page.getByRole("heading", { name: contact.successHeading, exact: true }).waitFor();
  const stored = await readRecords(site.database, form.collection);
  expect(stored).toHaveLength(before.length + 1);
});

test("a page's chunk fails to load: an error is shown in its place, and Try again recovers", async ({
  openPage,
}) => {
  const page = await openPage(paths.contact, { expects: lostScript });
  await hydrate(page);
  await page.route(pressPage, (route) => route.abort("failed"));
  await pressLink(page).click();
  await page.getByRole("heading", { level: 1, name: failureHeading, exact: true }).waitFor();
  await eventually(() => focused(page)).toBe(`H1 ${failureHeading}`);
  expect(await page.title()).toContain(message);
  expect(new URL(page.url()).pathname).toBe(paths.press);
  expect(await page.getByRole("link", { name: "Older Adults" }).first().isVisible()).toBe(true);

  await page.unroute(pressPage);
  await page.getByRole("button", { name: "Try again", exact: true }).click();
  await page
    .getByRole("heading", { level: 1, name: failureHeading })
    .waitFor({ state: "detached" });
  expect(await page.title()).not.toContain(message);
  expect(new URL(page.url()).pathname).toBe(paths.press);
});

test("other pages open after a page failed to load", async ({ openPage }) => {
  const page = await openPage(paths.contact, { expects: lostScript });
  await hydrate(page);
  await page.route(pressPage, (route) => route.abort("failed"));
  await pressLink(page).click();
  await page.getByRole("heading", { level: 1, name: failureHeading, exact: true }).waitFor();
  await page.getByRole("link", { name: "Get in touch", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: contact.heading, exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
});

test("a page that throws shows an error in its place, and other pages still open", async ({
  openPage,
}) => {
  const page = await openPage(paths.contact, { expects: [/Broken on purpose/] });
  await hydrate(page);
  const body = "export default () => { throw new Error('Broken on purpose'); };";
  await page.route(pressPage, (route) => route.fulfill({ contentType: "text/javascript", body }));
  await pressLink(page).click();
  const heading = "Unexpected Application Error!";
  await page.getByRole("heading", { level: 1, name: "This page has a fault" }).waitFor();
  await page.getByRole("heading", { level: 2, name: heading, exact: true }).waitFor();
  expect(await page.title()).toContain(heading);
  await page.getByRole("link", { name: "Get in touch", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: contact.heading, exact: true }).waitFor();
  expect(await page.title()).not.toContain(heading);
});

test("loading a page times out after 120 seconds", async ({ openPage }) => {
  const page = await openPage(paths.contact, { clock: true, expects: lostScript });
  await hydrate(page);
  await page.route(pressPage, () => new Promise(() => undefined));
  await pressLink(page).click();
  await page.getByText("Loading the page...").waitFor();
  await page.clock.fastForward(119_000);
  expect(await page.getByText("Loading the page...").isVisible()).toBe(true);
  expect(await page.getByText(message).count()).toBe(0);
  await page.clock.fastForward(2000);
  await page.getByRole("heading", { level: 1, name: failureHeading, exact: true }).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("loading React times out after 120 seconds, and it may still arrive late", async ({
  openPage,
}) => {
  const page = await openPage(paths.contact, { clock: true, expects: lostScript });
  const late = Promise.withResolvers<void>();
  await page.route(client, async (route) => {
    await late.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(client);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Ada");
  await requested;
  await page.clock.fastForward(119_000);
  expect(await page.getByText(message).count()).toBe(0);
  await page.clock.fastForward(2000);
  const alert = page.getByRole("alert").filter({ hasText: message });
  await alert.waitFor();
  expect(await name.inputValue()).toBe("Ada");

  // If the alert were left in the page, hydration would fail and clear the form.
  late.resolve();
  await page.clock.resume();
  await untilHydrated(page);
  expect(await alert.count()).toBe(0);
  expect(await name.inputValue()).toBe("Ada");
});
