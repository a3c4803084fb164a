import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { setTextSize } from "../support/a11y-layout.ts";
import { eventually, hydrate, test } from "../support/browser.ts";
import { landingPages } from "../support/site-pages.ts";

const contents = (page: Page) => page.getByRole("navigation", { name: "On this page" });
const backToTop = (page: Page) => page.getByRole("link", { name: "Back to top" });
const heldFocus = (page: Page) => page.evaluate(() => document.activeElement?.id);
const scrolled = (page: Page) => page.evaluate(() => scrollY);

describe.each([true, false])("with scripts: %s", (js) => {
  test("contents and “Back to top” move the scroll position and the focus, twice", async ({
    openPage,
  }) => {
    const page = await openPage(paths.providers, { js, width: 375, height: 667 });
    if (js) await hydrate(page);
    for (const _ of ["first", "second"]) {
      await contents(page).getByRole("link", { name: "Payouts" }).press("Enter");
      await eventually(() => heldFocus(page)).toBe("payouts");
      await eventually(() =>
        page.getByRole("heading", { name: /^Payouts/ }).evaluate((it) => {
          const { top } = it.getBoundingClientRect();
          return top > 0 && top < innerHeight / 2;
        }),
      ).toBe(true);
      await backToTop(page).press("Enter");
      await eventually(() => heldFocus(page)).toBe("top");
      await eventually(() => scrolled(page)).toBe(0);
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Call");
    }
  });
});

test.for(landingPages)(
  "%s has contents with targets of 48 px on phones",
  async (path, { openPage }) => {
    const page = await openPage(path, { width: 320, height: 640 });
    for (const size of ["", "t175"]) {
      await setTextSize(page, size);
      const links = [...(await contents(page).getByRole("link").all()), backToTop(page)];
      for (const link of links)
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(48);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(320);
    }
  },
);
