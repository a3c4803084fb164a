import type { Page } from "playwright-core";
import {
  findCutOff,
  findLongLines,
  findMotion,
  findSmallTargets,
  findSmallText,
  spaceText,
} from "./a11y-layout.ts";
import { findMarkupErrors } from "./a11y-markup.ts";
import { findAxeViolations } from "./axe.ts";
import { findHardWords } from "./reading-grade.ts";

/** Minimum size of text and of controls, in CSS pixels. */
interface Sizes {
  readonly text: number;
  readonly target: number;
}
const siteSizes: Sizes = { text: 18, target: 48 };
/** Staff work close to the screen, mostly on desktops (ART.md, "The desk"). */
const deskSizes: Sizes = { text: 16, target: 44 };
/** Maximum line length, in characters. */
const maxLineLength = 75;

/** Runs all checks on the page in its current state. */
export function checkPage(page: Page): Promise<string[]> {
  return checkWithSizes(page, siteSizes);
}

/** The same for a page of the staff desk, which is denser. */
export function checkDeskPage(page: Page): Promise<string[]> {
  return checkWithSizes(page, deskSizes);
}

async function checkWithSizes(page: Page, sizes: Sizes): Promise<string[]> {
  const errors = [
    ...(await findMarkupErrors(page)),
    ...(await findSmallText(page, sizes.text)),
    ...(await findSmallTargets(page, sizes.target)),
    ...(await findLongLines(page, maxLineLength)),
    ...(await findCutOff(page)),
    ...(await findMotion(page)),
    ...(await findHardText(page)),
    ...(await findAxeViolations(page)),
  ];
  const restore = await spaceText(page);
  const spaced = await findCutOff(page);
  await restore();
  return [...errors, ...spaced.map((error) => `with wide text spacing: ${error}`)];
}

/** Pages of the portal, of applications and of the desk; the spec gives the text of the marketing pages. */
const plainPages = /^\/(?:portal|careportal|proportal|desk|\w+\/login)\b/;

/** Text that is too hard to read, in main and in dialogs. */
async function findHardText(page: Page): Promise<string[]> {
  if (!plainPages.test(new URL(page.url()).pathname)) return [];
  const texts = await page.locator("main, dialog[open]").allInnerTexts();
  return findHardWords(texts.flatMap((text) => text.split("\n")));
}
