import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { setTextSize } from "../support/a11y-layout.ts";
import { test } from "../support/browser.ts";
import { landingPages } from "../support/site-pages.ts";

/** Opens pages in one of the site's own text sizes. */
const inText = (size: string) => ({ cookie: `reading=${size}` });

async function boxOf(locator: Locator) {
  const box = await locator.first().boundingBox();
  if (!box) throw new Error(`Nothing is visible: ${locator}`);
  return { ...box, bottom: box.y + box.height };
}

const scenes = [paths.home, paths.families, paths.providers, paths.pro, paths.carePlus] as const;
test.for(scenes)(
  "%s with text at 150% and 175% has its text above the picture",
  async (path, { openPage }) => {
    const page = await openPage(path, { width: 1440, height: 900 });
    for (const size of ["t150", "t175"]) {
      await setTextSize(page, size);
      const main = page.getByRole("main");
      const buttons = await boxOf(main.locator("h1 ~ div"));
      const scene = await boxOf(main.locator("picture img"));
      expect(buttons.bottom, size).toBeLessThanOrEqual(scene.y);
    }
  },
);

test("the home page shows its house next to its heading at 1024 by 768", async ({ openPage }) => {
  const page = await openPage(paths.home, { width: 1024, height: 768 });
  const main = page.getByRole("main");
  const heading = await boxOf(main.getByRole("heading", { level: 1 }));
  const house = await boxOf(main.getByRole("img", { name: /^A house cut open/ }));
  expect(house.y).toBeLessThan(heading.bottom);
  expect(house.bottom).toBeLessThanOrEqual(768);
});

test("on a phone the login form comes before the picture, which short windows omit", async ({
  openPage,
}) => {
  const page = await openPage(paths.login, { width: 375, height: 667 });
  const picture = page.getByRole("main").locator("picture img");
  const button = await boxOf(page.getByRole("button", { name: "Log In", exact: true }));
  expect((await boxOf(picture)).y).toBeGreaterThan(button.bottom);
  await page.setViewportSize({ width: 375, height: 590 });
  expect(await picture.isVisible()).toBe(false);
});

test("the ID card's face is not cropped on a phone", async ({ openPage }) => {
  const page = await openPage(paths.home, { width: 375, height: 812 });
  const card = page.locator("div", { hasText: /^Luz M., delivery/ }).last();
  expect(await card.locator("..").locator("img").isVisible()).toBe(true);
});

test("the platform page shows all three homes on a tablet, and phone numbers in one piece", async ({
  openPage,
}) => {
  const page = await openPage(paths.platform, { width: 768, height: 1024, ...inText("t175") });
  const main = page.getByRole("main");
  const homes = main.getByRole("img", { name: /^Three lit homes/ });
  const file = await homes.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(file).toMatch(/three-homes-(?!tall)/);
  for (const width of [768, 375]) {
    await page.setViewportSize({ width, height: 1024 });
    // The number is a block in its link: only its text has one box per line.
    const lines = await main.locator('a[href^="tel:"] b').evaluateAll((numbers) =>
      numbers
        .map((number) => {
          const text = document.createRange();
          text.selectNodeContents(number);
          return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
        })
        .filter(Boolean),
    );
    expect(lines.length, `${width}`).toBeGreaterThan(1);
    expect(new Set(lines), `${width}`).toEqual(new Set([1]));
  }
});

test("the contents of a legal page are never cut off", async ({ openPage }) => {
  const page = await openPage(paths.privacy);
  for (const path of [paths.privacy, paths.terms, paths.license]) {
    await page.goto(path);
    const contents = page.getByRole("navigation", { name: "On this page" });
    for (const [width, height] of [
      [1440, 900],
      [1280, 864],
      [1280, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      const hidden = await contents.evaluate((list) => list.scrollHeight - list.clientHeight);
      expect(hidden, `${path} at ${width} by ${height}`).toBeLessThanOrEqual(0);
    }
  }
});

test("no page begins or ends with a picture of another page", async ({ openPage }) => {
  const pictures: string[] = [];
  const opening: readonly string[] = [paths.careGetStarted, paths.proGetStarted];
  const page = await openPage("/robots.txt");
  for (const path of [...landingPages, ...opening]) {
    await page.goto(path);
    const shown = page.getByRole("main").locator("picture img");
    const readSource = (image: Locator) => image.evaluate((it: HTMLImageElement) => it.src);
    pictures.push(await readSource(shown.first()));
    if (!opening.includes(path)) pictures.push(await readSource(shown.last()));
  }
  expect(pictures.filter((one, at) => pictures.indexOf(one) !== at)).toEqual([]);
});

test("the header is sticky only where it covers little of the window", async ({ openPage }) => {
  const page = await openPage(paths.press);
  const header = page.getByRole("banner");
  for (const [width, height, position] of [
    [320, 256, "static"],
    [375, 320, "static"],
    [568, 320, "static"],
    [667, 375, "static"],
    [375, 553, "static"],
    [375, 667, "sticky"],
    [1280, 640, "sticky"],
  ] as const) {
    await page.setViewportSize({ width, height });
    const found = await header.evaluate((it) => getComputedStyle(it).position);
    expect(found, `${width} by ${height}`).toBe(position);
    if (position === "sticky") {
      expect((await boxOf(header)).height / height).toBeLessThanOrEqual(0.15);
    }
  }
  await setTextSize(page, "t150");
  await page.setViewportSize({ width: 375, height: 667 });
  expect(await header.evaluate((it) => getComputedStyle(it).position)).toBe("static");
});

test("the home page's buttons do not overlap the courier", async ({ openPage }) => {
  const page = await openPage(paths.home, { reducedMotion: "reduce" });
  for (const width of [1000, 1024, 1100, 1180, 1260]) {
    await page.setViewportSize({ width, height: 800 });
    const scene = await boxOf(page.getByRole("img", { name: /^A house cut open/ }));
    const button = await boxOf(page.getByRole("main").getByRole("link", { name: "Learn More" }));
    // The courier's cap and left shoulder in the drawing of 1600 by 900 units.
    const unit = scene.width / 1600;
    const cap = scene.bottom - (900 - 570) * unit;
    const shoulder = scene.x + 594 * unit;
    const isClear = button.bottom < cap || button.x + button.width < shoulder;
    expect(isClear, `${width}`).toBe(true);
  }
});

test("with text at 150% the ID card is below the door on phones", async ({ openPage }) => {
  const page = await openPage(paths.home, { width: 320, height: 700, ...inText("t150") });
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 700 });
    const picture = await boxOf(page.getByRole("img", { name: /^A blue front door/ }));
    expect((await boxOf(page.getByText("Luz M., delivery"))).y).toBeGreaterThan(picture.bottom);
  }
});
