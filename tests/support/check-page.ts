import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { checkMarkupAndLayout } from "./a11y-layout.ts";
import { findAxeViolations } from "./axe.ts";
import { findHardWords } from "./reading-grade.ts";

/** Minimum size of text and of controls, in CSS pixels. */
interface Sizes {
  readonly text: number;
  readonly target: number;
}
const siteSizes: Sizes = { text: 18, target: 48 };
/** Smaller, because staff mostly use desktop computers at close distance. */
const deskSizes: Sizes = { text: 16, target: 44 };
/** Maximum line length, in characters. */
const maxLineLength = 75;

/** Runs all checks on the page in its current state. */
export function checkPage(page: Page): Promise<string[]> {
  return checkWithSizes(page, siteSizes);
}

/**
 * The same for a state that passed `checkPage` at another width or in other colors: of axe only the
 * rules that depend on these; all with `npm run test:full`.
 */
export async function checkAgain(page: Page): Promise<string[]> {
  const rules = inject("fullMatrix") ? "all" : "of layout";
  return [...(await checkLayout(page, siteSizes)), ...(await findAxeViolations(page, rules))];
}

/** `checkPage` for a page of the staff desk, which has a denser layout. */
export function checkDeskPage(page: Page): Promise<string[]> {
  return checkWithSizes(page, deskSizes);
}

/** Widths of a phone, a tablet and a desktop computer, in CSS pixels. */
export const widths = [375, 768, 1440];

/** The sizes of a page's place: the desk is denser. */
type Place = "desk" | "site";

/**
 * Expects no error at any width. The state must survive resizing the window. Axe, which takes four
 * fifths of the time, runs at the width of the test; at every width with `npm run test:full`.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  place: Place = "desk",
): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  const sizes = place === "desk" ? deskSizes : siteSizes;
  const others = widths.filter((width) => width !== size.width);
  expect(await checkWithSizes(page, sizes), `${state} at ${size.width} px`).toEqual([]);
  for (const width of others) {
    await page.setViewportSize({ ...size, width });
    const check = inject("fullMatrix") ? checkWithSizes : checkLayout;
    expect(await check(page, sizes), `${state} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize(size);
}

/** Expects no error of a state of the site on a phone and on a desktop computer. */
export async function expectAccessibleOnBoth(page: Page, state: string): Promise<void> {
  for (const [width, check] of [
    [320, checkPage],
    [1440, checkAgain],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await check(page), `${state} at ${width} px`).toEqual([]);
  }
}

async function checkWithSizes(page: Page, sizes: Sizes): Promise<string[]> {
  return [...(await checkLayout(page, sizes)), ...(await findAxeViolations(page))];
}

async function checkLayout(page: Page, sizes: Sizes): Promise<string[]> {
  const { errors, texts } = await checkMarkupAndLayout(page, { ...sizes, line: maxLineLength });
  return [...errors, ...findHardText(page, texts)];
}

/** Portal, application and desk pages; excludes marketing pages, whose text the spec dictates. */
const plainPages = /^\/(?:portal|careportal|proportal|desk|\w+\/login)\b/;

/** Text that is too hard to read, in main and in dialogs. */
function findHardText(page: Page, texts: readonly string[]): string[] {
  if (!plainPages.test(new URL(page.url()).pathname)) return [];
  return findHardWords(texts.flatMap((text) => text.split("\n")));
}
