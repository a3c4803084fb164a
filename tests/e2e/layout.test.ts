import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { paths } from "../../src/contract/paths.ts";
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
    for (const size of ["t150", "t175"]) {
      const page = await openPage(path, { width: 1440, height: 900, ...inText(size) });
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

test.for([
  { width: 1440, height: 900 },
  { width: 1280, height: 864 },
  { width: 1280, height: 700 },
])(
  "the contents of a legal page are never cut off at $width by $height",
  async (size, { openPage }) => {
    for (const path of [paths.privacy, paths.terms, paths.license]) {
      const page = await openPage(path, size);
      const contents = page.getByRole("navigation", { name: "On this page" });
      const hidden = await contents.evaluate((list) => list.scrollHeight - list.clientHeight);
      expect(hidden, path).toBeLessThanOrEqual(0);
    }
  },
);

test("no page begins or ends with a picture of another page", async ({ openPage }) => {
  const pictures: string[] = [];
  const opening: readonly string[] = [paths.careGetStarted, paths.proGetStarted];
  for (const path of [...landingPages, ...opening]) {
    const page = await openPage(path);
    const shown = page.getByRole("main").locator("picture img");
    const readSource = (image: Locator) => image.evaluate((it: HTMLImageElement) => it.src);
    pictures.push(await readSource(shown.first()));
    if (!opening.includes(path)) pictures.push(await readSource(shown.last()));
  }
  expect(pictures.filter((one, at) => pictures.indexOf(one) !== at)).toEqual([]);
});

test.for([
  [320, 256, "static"],
  [375, 320, "static"],
  [568, 320, "static"],
  [667, 375, "static"],
  [375, 553, "static"],
  [375, 667, "sticky"],
  [1280, 640, "sticky"],
] as const)("at %i × %i the header is %s", async ([width, height, position], { openPage }) => {
  const page = await openPage(paths.press, { width, height });
  const header = page.getByRole("banner");
  expect(await header.evaluate((it) => getComputedStyle(it).position)).toBe(position);
  if (position === "sticky") {
    expect((await boxOf(header)).height / height).toBeLessThanOrEqual(0.15);
  }
});

test.for([1000, 1024, 1100, 1180, 1260])(
  "at %i px the home page's buttons do not overlap the courier",
  async (width, { openPage }) => {
    const page = await openPage(paths.home, { width, height: 800 });
    const scene = await boxOf(page.getByRole("img", { name: /^A house cut open/ }));
    const button = await boxOf(page.getByRole("main").getByRole("link", { name: "Learn More" }));
    // The courier's cap and left shoulder in the drawing of 1600 by 900 units.
    const unit = scene.width / 1600;
    const cap = scene.bottom - (900 - 570) * unit;
    const shoulder = scene.x + 594 * unit;
    expect(button.bottom < cap || button.x + button.width < shoulder).toBe(true);
  },
);

test("with text at 150% the ID card is below the door on phones", async ({ openPage }) => {
  for (const width of [320, 375]) {
    const page = await openPage(paths.home, { width, height: 700, ...inText("t150") });
    const picture = await boxOf(page.getByRole("img", { name: /^A blue front door/ }));
    expect((await boxOf(page.getByText("Luz M., delivery"))).y).toBeGreaterThan(picture.bottom);
  }
});
