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

/** Minimum size of text and of controls, in CSS pixels; maximum line length, in characters. */
const minTextSize = 18;
const minTargetSize = 48;
const maxLineLength = 75;

/** Runs all checks on the page in its current state. */
export async function checkPage(page: Page): Promise<string[]> {
  const errors = [
    ...(await findMarkupErrors(page)),
    ...(await findSmallText(page, minTextSize)),
    ...(await findSmallTargets(page, minTargetSize)),
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

/** Pages of the portal and of applications; the spec gives the text of the marketing pages. */
const plainPages = /^\/(?:portal|careportal|proportal|\w+\/login)\b/;

/** Text that is too hard to read, in main and in dialogs. */
async function findHardText(page: Page): Promise<string[]> {
  if (!plainPages.test(new URL(page.url()).pathname)) return [];
  const texts = await page.locator("main, dialog[open]").allInnerTexts();
  return findHardWords(texts.flatMap((text) => text.split("\n")));
}
