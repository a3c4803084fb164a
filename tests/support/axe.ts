import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** Every tag that holds rules; without them axe leaves out contrast 7:1, target size and more. */
const tags = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** A result that axe could not decide, looked at by a person. */
interface Decided {
  readonly rule: string;
  /** Fits the element's HTML. */
  readonly html: RegExp;
  readonly reason: string;
}

/** Undecided results that are fine, each with the reason. Violations are never listed. */
const decided: readonly Decided[] = [];

/**
 * Runs axe with nothing switched off.
 * @returns violations and undecided results, one line for each element
 */
export async function findAxeFaults(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(tags).setLegacyMode(true);
  const { violations, incomplete } = await builder.analyze();
  const lines = (kind: string, results: typeof violations) =>
    results.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ html }) => kind === "violation" || !isDecided(id, html))
        .map(({ html, any, all, none }) => {
          const why = [...any, ...all, ...none][0]?.message ?? "";
          return `${kind} ${id}: ${html.slice(0, 160)} (${why})`;
        }),
    );
  return [...lines("violation", violations), ...lines("undecided", incomplete)];
}

function isDecided(rule: string, html: string): boolean {
  return decided.some((entry) => entry.rule === rule && entry.html.test(html));
}
