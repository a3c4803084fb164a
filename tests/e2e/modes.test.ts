import { describe, expect, inject } from "vitest";
import {
  findCutOff,
  findLongLines,
  findSmallTargets,
  findSmallText,
  findTextThatResistsZoom,
  scaleText,
} from "../support/a11y-layout.ts";
import { findAxeFaults } from "../support/axe.ts";
import { test } from "../support/browser.ts";
import { checkPage } from "../support/check-page.ts";
import { pageAddresses, pagesWithEveryPart } from "../support/site-pages.ts";

const addresses = inject("fullMatrix") ? pageAddresses : pagesWithEveryPart;
const reducedMotion = "reduce";

describe.each(addresses)("%s", (address) => {
  test("in forced colours", async ({ openPage }) => {
    const page = await openPage(address, { reducedMotion, forcedColors: "active" });
    expect(await checkPage(page)).toEqual([]);
  });

  test("with more contrast", async ({ openPage }) => {
    const page = await openPage(address, { reducedMotion, contrast: "more" });
    expect(await checkPage(page)).toEqual([]);
  });

  test("with text at 200 % on a phone", async ({ openPage }) => {
    const page = await openPage(address, { reducedMotion, width: 390, height: 844 });
    await scaleText(page, 200);
    expect([...(await findCutOff(page)), ...(await findAxeFaults(page))]).toEqual([]);
  });

  test("in a window of 320 x 256, as at 400 % zoom", async ({ openPage }) => {
    const page = await openPage(address, { reducedMotion, width: 320, height: 256 });
    expect([
      ...(await findCutOff(page)),
      ...(await findSmallText(page, 18)),
      ...(await findSmallTargets(page, 48)),
      ...(await findLongLines(page, 75)),
      ...(await findAxeFaults(page)),
    ]).toEqual([]);
    expect(await findTextThatResistsZoom(page)).toEqual([]);
  });
});
