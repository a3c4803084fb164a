import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Axe from "axe-core";
import type { Page } from "playwright-core";
import { judgeByPixels } from "./contrast-pixels.ts";

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

/** Options of checks are merged into axe's own; its types lack them. */
interface RunOptions extends Axe.RunOptions {
  readonly checks: Readonly<Record<string, { readonly options: object }>>;
}

/** All tags: by default axe skips contrast 7:1, target size and other rules. */
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The rule for contrast 4.5:1, configured to require 7:1 (WCAG 1.4.6). It replaces axe's own rule
 * for 7:1: each takes a third of a check's time, and that one skips text that is below 4.5:1 or
 * undecided.
 */
const contrastRule = "color-contrast";
const contrastRatio = { normal: { expected: 7 }, large: { expected: 4.5 } };
const options: RunOptions = {
  runOnly: tags,
  rules: { [`${contrastRule}-enhanced`]: { enabled: false } },
  checks: { [contrastRule]: { options: { contrastRatio } } },
  // Also reporting passed elements would take most of the time.
  resultTypes: ["violations", "incomplete"],
};

/** Rules whose result can differ between widths and colors of one state; the others read only the markup. */
const layoutRules = [contrastRule, "target-size", "scrollable-region-focusable"];

/** Injecting axe takes a third of a check's time, so each page gets it once, minified. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * Runs axe with every rule, or for a state that was checked at another width or in other colors
 * with the rules that depend on these. Contrast that axe cannot decide, because text overlaps a picture, is
 * computed from pixels; anything else undecided is an error.
 * @returns one line for each error
 */
export async function findAxeViolations(
  page: Page,
  rules: "all" | "of layout" = "all",
): Promise<string[]> {
  if (!(await page.evaluate(prepare))) await page.evaluate(axeSource);
  const { violations, incomplete } = await page.evaluate(
    runAxe,
    rules === "all" ? options : { ...options, runOnly: layoutRules },
  );
  const undecided = incomplete.flatMap(({ id, nodes }) => nodes.map((node) => ({ ...node, id })));
  const texts = undecided.filter(({ id }) => id === contrastRule);
  const verdicts = await judgeByPixels(
    page,
    texts.map(({ target }) => String(target[0])),
  );
  const found = [
    ...texts.map((node, index) => ({ ...node, why: verdicts[index] })),
    ...undecided
      .filter(({ id }) => id !== contrastRule)
      .map((node) => ({ ...node, why: "undecided by axe" })),
  ];
  return [
    ...toLines(violations),
    ...found
      .filter(({ why }) => why !== undefined)
      .map(({ id, html, why }) => `${id}: ${html.slice(0, 160)} (${why})`),
  ];
}

/** Runs in the page. */
async function runAxe(
  options: RunOptions,
): Promise<Pick<Axe.AxeResults, "violations" | "incomplete">> {
  if (!window.axe) throw new Error("axe was not injected into this page.");
  const { violations, incomplete } = await window.axe.run(document, options);
  return { violations, incomplete };
}

function toLines(results: readonly Axe.Result[]): string[] {
  return results.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => {
      const why = [...any, ...all, ...none][0]?.message ?? "";
      return `${id}: ${html.slice(0, 160)} (${why})`;
    }),
  );
}

/**
 * Runs in the page. At the top the sticky header covers no content. Axe reads the letters' fill
 * color, which Chromium reports as the author wrote it; in forced colors the computed color is what
 * is painted.
 * @returns whether the page has axe
 */
function prepare(): boolean {
  scrollTo({ top: 0, behavior: "instant" });
  if (matchMedia("(forced-colors: active)").matches) {
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (element.style) element.style.webkitTextFillColor = getComputedStyle(element).color;
    }
  }
  return window.axe !== undefined;
}
