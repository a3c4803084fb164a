import { expect } from "vitest";
import { paths } from "../../src/platform/contract/paths.ts";
import { findAxeViolations } from "../support/axe.ts";
import { test } from "../support/browser.ts";

const samples = [
  { color: "#949494", px: 18, ratio: 3.03, isEnough: false },
  { color: "#6b6b6b", px: 18, ratio: 5.32, isEnough: false },
  { color: "#595959", px: 18, ratio: 7, isEnough: true },
  { color: "#888888", px: 30, ratio: 3.54, isEnough: false },
  { color: "#757575", px: 30, ratio: 4.6, isEnough: true },
];

test("the page checks find contrast below 7:1, or 4.5:1 in large text", async ({ openPage }) => {
  const page = await openPage(paths.support);
  await page.evaluate((samples) => {
    const [first] = document.querySelectorAll<HTMLElement>("main p");
    for (const { color, px } of samples) {
      const copy = document.createElement("p");
      copy.textContent = `${color} at ${px} px`;
      Object.assign(copy.style, { color, fontSize: `${px}px`, fontWeight: "400" });
      copy.style.background = "#ffffff";
      first?.after(copy);
    }
  }, samples);
  const errors = await findAxeViolations(page);
  const expected = samples.filter(({ isEnough }) => !isEnough);
  expect(errors).toHaveLength(expected.length);
  for (const { color, px, ratio } of expected) {
    expect(errors.find((error) => error.includes(`${color} at ${px} px`))).toContain(
      `insufficient color contrast of ${ratio}`,
    );
  }
});
