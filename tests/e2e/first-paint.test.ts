import type { Page } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { eventually, hydrate, test } from "../support/browser.ts";

const phone = { width: 390 };
/** Scroll padding for the header, in pixels. */
const belowHeader = 120;
const lower = "main section:nth-of-type(n + 2)";

/** Some browsers fire no load event while React loads. */
const waitUntil = "domcontentloaded";

/** Blocks React in the following documents. */
async function stopAtFirstPaint(page: Page): Promise<Page> {
  await page.route("**/assets/client*", () => {});
  return page;
}

const readDeferred = (page: Page) =>
  page
    .locator(lower)
    .evaluateAll((all) =>
      all.map((section) => getComputedStyle(section).contentVisibility === "auto"),
    );

const topOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));

test("a phone lays out the top of a page first, and all of it once React runs", async ({
  openPage,
}) => {
  const page = await openPage(paths.pro, phone);
  expect(new Set(await readDeferred(page))).toEqual(new Set([true]));
  await hydrate(page);
  await eventually(async () => new Set(await readDeferred(page))).toEqual(new Set([false]));
});

test("a section is laid out when scrolled to, before React runs", async ({ openPage }) => {
  const page = await stopAtFirstPaint(await openPage(paths.contact, phone));
  await page.goto(paths.pro, { waitUntil });
  const last = page.getByRole("navigation", { name: "Footer" });
  await last.evaluate((links) => links.scrollIntoView({ behavior: "instant", block: "end" }));
  const link = last.getByRole("link", { name: "Delete my data" });
  await eventually(async () => (await link.boundingBox())?.height ?? 0).toBeGreaterThan(40);
});

test("a hash link scrolls to its section before the page is fully laid out", async ({
  openPage,
}) => {
  const page = await stopAtFirstPaint(await openPage(paths.contact, phone));
  await page.goto(paths.families, { waitUntil });
  const link = page.getByRole("main").getByRole("link", { name: "Get Started" }).first();
  const target = (await link.getAttribute("href")) ?? "";
  await link.click();
  await eventually(() => topOf(page, target)).toBe(belowHeader);
});

test("a reloaded page is laid out at once, so that the scroll position is restored", async ({
  openPage,
}) => {
  const page = await openPage(paths.pro, phone);
  await hydrate(page);
  await eventually(async () => new Set(await readDeferred(page))).toEqual(new Set([false]));
  const place = "main section:nth-of-type(6)";
  await page.locator(place).evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
  await eventually(() => topOf(page, place)).toBe(belowHeader);
  await stopAtFirstPaint(page);
  await page.reload({ waitUntil });
  await eventually(() => topOf(page, place)).toBe(belowHeader);
});
