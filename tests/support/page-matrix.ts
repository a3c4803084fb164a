import { expect, inject } from "vitest";
import { layOutSections } from "./a11y-layout.ts";
import { hydrate, test } from "./browser.ts";
import { checkAgain, checkPage } from "./check-page.ts";
import { unknownAddress } from "./site-pages.ts";

const widths = inject("fullMatrix") ? [320, 768, 1280, 1440] : [320, 1440];
const height = 900;

/**
 * Checks every page at every width, and that React hydrates it without errors. Axe runs with every
 * rule at the first width; modes.test.ts runs it on a desktop computer, too.
 */
export function describePages(addresses: readonly string[]): void {
  test.for(addresses)("%s", async (address, { openPage }) => {
    const page = await openPage(address, {
      reducedMotion: "reduce",
      expects: address === unknownAddress ? [/404/] : [],
    });
    const title = await page.title();
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    await layOutSections(page);
    for (const [index, width] of widths.entries()) {
      await page.setViewportSize({ width, height });
      const errors = await (index === 0 ? checkPage(page) : checkAgain(page));
      expect(errors, `${width} px wide`).toEqual([]);
    }
    await hydrate(page);
    expect(await page.title()).toBe(title);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(heading);
  });
}
