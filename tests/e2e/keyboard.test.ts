import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, focused, test } from "../support/browser.ts";
import { walkFocus } from "../support/focus-walk.ts";
import { control, definitionOf, readForm, readRecords } from "../support/forms.ts";
import { pagesWithEveryPart } from "../support/site-pages.ts";
import { type SpecForm, specForms } from "../support/spec-forms.ts";

const contact = specForms.find(({ collection }) => collection === "ContactForm") as SpecForm;
const { form } = definitionOf(contact);
const maxPresses = 60;

/** Presses Tab until the focus is on a control with this label or text. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press("Tab");
    const here = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (element?.labels?.[0] ?? element)?.textContent?.trim() ?? "";
    });
    if (here === name) return;
  }
  throw new Error(`Tab never reached "${name}".`);
}

test("the contact form can be sent by keyboard alone, after two errors", async ({
  openPage,
  site,
}) => {
  const before = await readRecords(site.database, form.collection);
  const page = await openPage(paths.contact);
  await tabTo(page, "Name");
  await page.keyboard.type(contact.answers.name ?? "");
  await tabTo(page, "Email");
  await page.keyboard.type("ada at example");
  await page.keyboard.press("Enter");
  await eventually(() => focused(page)).toContain("There is a problem");

  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("A Email is invalid.");
  await page.keyboard.press("Enter");
  const email = control(page, form, "email");
  await eventually(() => email.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(contact.answers.email ?? "");
  await tabTo(page, "Message");
  await page.keyboard.type("By keyboard");
  await tabTo(page, contact.button);
  await page.keyboard.press("Space");

  await eventually(() => focused(page)).toBe(`H2 ${contact.successHeading}`);
  const stored = (await readRecords(site.database, form.collection)).slice(before.length);
  expect(stored.map(({ data }) => data.message)).toEqual(["By keyboard"]);
  await tabTo(page, "Send another");
  await page.keyboard.press("Enter");
  await control(page, form, "email").waitFor();
  expect((await readForm(page, contact)).message).toBe("");
});

test("the home page's accordions open and close by keyboard, animated", async ({ openPage }) => {
  const page = await openPage(paths.home, { reducedMotion: "no-preference" });
  const item = page.locator("main details").last();
  const isOpen = () => item.evaluate((it) => (it as HTMLDetailsElement).open);
  const before = await isOpen();
  const { height: closed } = (await item.boundingBox()) ?? { height: 0 };
  await item.locator("summary").focus();
  await page.keyboard.press("Enter");
  expect(await isOpen()).toBe(!before);
  await page.keyboard.press("Space");
  expect(await isOpen()).toBe(before);

  const height = () => item.evaluate((it) => it.getBoundingClientRect().height);
  /** Height directly after the click. */
  const press = () =>
    item.evaluate((it) => {
      it.querySelector("summary")?.click();
      return it.getBoundingClientRect().height;
    });
  await eventually(height).toBe(closed);
  expect(await press()).toBe(closed);
  await eventually(height).toBeGreaterThan(closed + 50);
  expect(await press()).toBeGreaterThan(closed);
  await eventually(height).toBe(closed);
});

/** Forgets where the focus was, for another walk on the same page. */
function forgetWalk(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-focus-walk]")) {
      delete element.dataset.focusWalk;
    }
  });
}

// Backward on a phone, where the header covers most of what is scrolled into view.
const phone = { width: 375, height: 667 };

test("on the home page the focus is always visible, forward, and backward at 375 px", async ({
  openPage,
}) => {
  const page = await openPage(paths.home, { reducedMotion: "reduce" });
  const forwards = await walkFocus(page, "Tab");
  expect(forwards.errors).toEqual([]);
  expect(forwards.stops.length).toBeGreaterThan(25);
  // The focus has left the page at its end; Shift+Tab re-enters there.
  await page.setViewportSize(phone);
  await forgetWalk(page);
  expect((await walkFocus(page, "Shift+Tab")).errors).toEqual([]);
});

test("the same holds between header and footer on pages that use every component", async ({
  openPage,
}) => {
  const page = await openPage(paths.contact, { reducedMotion: "reduce" });
  for (const address of pagesWithEveryPart.filter((one) => one !== paths.home)) {
    await page.goto(address);
    await page.locator("main").focus();
    const forwards = await walkFocus(page, "Tab", "main");
    await page.setViewportSize(phone);
    await forgetWalk(page);
    await page.locator("footer :is(a, button, input:not([type=hidden]))").first().focus();
    const backwards = await walkFocus(page, "Shift+Tab", "main");
    expect([address, ...forwards.errors, ...backwards.errors]).toEqual([address]);
    expect([address, ...backwards.stops.sort()]).toEqual([address, ...forwards.stops.sort()]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test("the focus is in view on the smallest phones too", async ({ openPage }) => {
  const size = { width: 320, height: 568 };
  const page = await openPage(paths.contact, { ...size, reducedMotion: "reduce" });
  expect((await walkFocus(page, "Tab")).errors).toEqual([]);
});
