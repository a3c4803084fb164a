import { brotliCompressSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, hydrate, test, untilHydrated } from "../support/browser.ts";
import { definitionOf, fillIn, readForm, readRecords, untouched } from "../support/forms.ts";
import { type SpecForm, specForms } from "../support/spec-forms.ts";

const contact = specForms.find(({ collection }) => collection === "ContactForm") as SpecForm;
const { form } = definitionOf(contact);

function countSends(page: Page): () => number {
  let sends = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") sends += 1;
  });
  return () => sends;
}

/** Delays React until the returned function is called. */
async function delayReact(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/client-.*\.js/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test("only the boot script loads before first use", async ({ openPage, site }) => {
  const page = await openPage(paths.home);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => entry.name)
      .filter((name) => name.endsWith(".js")),
  );
  expect(scripts).toHaveLength(1);
  const body = Buffer.from(await (await fetch(scripts[0] ?? site.origin)).arrayBuffer());
  expect(brotliCompressSync(body).length).toBeLessThanOrEqual(2048);
  expect(await page.evaluate(() => window.hydrated ?? false)).toBe(false);
});

test("hydration keeps the scroll position", async ({ openPage }) => {
  const page = await openPage(paths.families);
  const height = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
  await eventually(height).toBe(1500);
  await hydrate(page);
  expect(await height()).toBe(1500);
  await page.reload();
  await hydrate(page);
  await eventually(height).toBe(1500);
});

test("a click before hydration is replayed exactly once", async ({ openPage, site }) => {
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(paths.contact);
  const sends = countSends(page);
  const release = await delayReact(page);
  await fillIn(page, contact);
  const button = page.getByRole("button", { name: contact.button, exact: true });
  await button.click();
  await button.click();
  await button.dblclick();
  expect(sends()).toBe(0);
  expect(page.url()).not.toContain("?");

  release();
  await page.getByRole("heading", { name: contact.successHeading, exact: true }).waitFor();
  expect(sends()).toBe(1);
  const stored = await readRecords(site.database, form.collection);
  expect(stored).toHaveLength(before.length + 1);
});

test("text typed before hydration is kept", async ({ openPage }) => {
  const page = await openPage(paths.contact);
  const release = await delayReact(page);
  await fillIn(page, contact);
  release();
  await untilHydrated(page);
  expect(await readForm(page, contact)).toEqual(contact.answers);
  expect(await readForm(page, contact)).not.toEqual(untouched(contact));
});

test("a double click on a hydrated form sends one request", async ({ openPage, site }) => {
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(paths.contact);
  await fillIn(page, contact);
  await untilHydrated(page);
  const sends = countSends(page);
  await page.route(`**${submissionPath(form.collection)}`, (route) => route.continue());
  await page.getByRole("button", { name: contact.button, exact: true }).dblclick();
  await page.getByRole("heading", { name: contact.successHeading, exact: true }).waitFor();
  expect(sends()).toBe(1);
  expect(await readRecords(site.database, form.collection)).toHaveLength(before.length + 1);
});

test("links, anchors, menu and accordions work before React loads", async ({ openPage }) => {
  const page = await openPage(paths.home, { width: 375, height: 800 });
  await delayReact(page);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("navigation", { name: "Main menu" }).waitFor();
  await page.keyboard.press("Escape");

  const details = page.locator("main details").last();
  const wasOpen = await details.evaluate((it) => (it as HTMLDetailsElement).open);
  await details.locator("summary").click();
  expect(await details.evaluate((it) => (it as HTMLDetailsElement).open)).toBe(!wasOpen);

  await page.getByRole("link", { name: "Learn More", exact: true }).click();
  expect(new URL(page.url()).hash).not.toBe("");
  await page.getByRole("contentinfo").getByRole("link", { name: "Press", exact: true }).click();
  await page.waitForURL(`**${paths.press}`);
  expect(await page.evaluate(() => window.hydrated ?? false)).toBe(false);
});
