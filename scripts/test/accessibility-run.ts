import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** What the statement on /accessibility says about the last run of these tests. */
const statement = "src/features/help/site/accessibility-run.json";

/** Files whose tests check one page each, with every rule of axe and rules of our own. */
const pageTests = /\/e2e\/pages-(?:one|two)\.test\.ts$/;

interface Report {
  /** When the run started, in milliseconds since 1970. */
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** The facts of a run; undefined if it did not check every page. */
export function readAccessibilityRun({ startTime, testResults }: Report) {
  const files = testResults.filter(({ name }) => pageTests.test(name.replaceAll("\\", "/")));
  const results = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  if (files.length < 2 || results.some((status) => !/^(?:passed|failed)$/.test(status))) {
    return undefined;
  }
  const axe = createRequire(import.meta.url).resolve("axe-core/package.json");
  return {
    date: new Date(startTime).toISOString().slice(0, 10),
    axe: (JSON.parse(readFileSync(axe, "utf8")) as { readonly version: string }).version,
    pages: results.length,
    failed: results.filter((status) => status === "failed").length,
  };
}

/** Fills in the statement after a run that checked every page. */
export function writeAccessibilityRun(report: Report): void {
  const run = readAccessibilityRun(report);
  if (run) writeFileSync(path.resolve(statement), `${JSON.stringify(run, null, 2)}\n`);
}
