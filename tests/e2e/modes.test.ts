import { expect, inject } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import {
  findCutOff,
  findLongLines,
  findSmallTargets,
  findSmallText,
  findTextThatResistsZoom,
  layOutSections,
  scaleText,
} from "../support/a11y-layout.ts";
import { findAxeViolations } from "../support/axe.ts";
import { test } from "../support/browser.ts";
import { checkAgain, checkPage } from "../support/check-page.ts";
import { pageAddresses, pagesWithEveryPart, personal } from "../support/site-pages.ts";
import { createUser } from "../support/test-user.ts";

const addresses = inject("fullMatrix") ? pageAddresses : pagesWithEveryPart;
const rules = inject("fullMatrix") ? "all" : "of layout";
const phone = { width: 390, height: 844 };
/** Viewport of a 1280 x 1024 window at 400% zoom. */
const zoomed = { width: 320, height: 256 };
const desk = { width: 1280, height: 900 };

test.for(addresses)("%s", async (address, { openPage, site }) => {
  const page = await openPage(address, {
    reducedMotion: "reduce",
    contrast: "more",
    ...(personal.includes(address) && { cookie: (await createUser(site)).cookie }),
    // Without an id the request responds 404.
    expects: address === paths.request ? [/404/] : [],
  });
  await page.getByText("Loading your details...").waitFor({ state: "hidden" });
  await layOutSections(page);
  expect(await checkPage(page), "with more contrast").toEqual([]);
  await page.emulateMedia({ contrast: "no-preference" });

  await page.setViewportSize(phone);
  const restore = await scaleText(page, 200);
  expect(
    [...(await findCutOff(page)), ...(await findAxeViolations(page, rules))],
    "with text at 200% on a phone",
  ).toEqual([]);
  await restore();

  await page.setViewportSize(zoomed);
  expect(
    [
      ...(await findCutOff(page)),
      ...(await findSmallText(page, 18)),
      ...(await findSmallTargets(page, 48)),
      ...(await findLongLines(page, 75)),
      // As wide as the phone of pages-*.test.ts, where axe runs.
      ...(inject("fullMatrix") ? await findAxeViolations(page) : []),
    ],
    "at 400 % zoom",
  ).toEqual([]);
  expect(await findTextThatResistsZoom(page)).toEqual([]);

  await page.setViewportSize(desk);
  await page.emulateMedia({ forcedColors: "active" });
  expect(await checkAgain(page), "in forced colors").toEqual([]);
});
