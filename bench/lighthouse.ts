import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getBrowser } from "../scripts/test/find-browser.ts";
import { listPages } from "./documents.ts";
import { checkMin, type Figure, median } from "./report.ts";

const folder = path.join(import.meta.dirname, "lighthouse");
const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
const targetScore = 100;
/**
 * Pages with a lower score are measured twice more and get the median, because a busy computer
 * lowers scores. Repeats run after all other pages, so that a short load spike does not affect all.
 */
const repeats = 2;

interface LighthouseReport {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly environment: { readonly benchmarkIndex: number };
}

interface Result {
  /** 0 to 100; 0 if Lighthouse fails, as on a very busy computer. */
  readonly score: number;
  /**
   * Lighthouse's own benchmark of the computer, if it got that far; its preset is calibrated for
   * 1500 to 2000 and scores slower computers lower.
   */
  readonly speed?: number;
}

/** Lighthouse's mobile score of each public page. It is installed on first use because of its size. */
export function measureLighthouse(origin: string): Figure[] {
  if (!existsSync(program)) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  }
  const pages = listPages().filter((page) => !page.startsWith("/portal/") && page !== "/404");
  const results = new Map(pages.map((page) => [page, [run(origin + page)]]));
  const belowTarget = [...results].filter(([, [first]]) => first && first.score < targetScore);
  for (let n = 0; n < repeats; n += 1) {
    for (const [page, all] of belowTarget) all.push(run(origin + page));
  }
  return Array.from(results, ([page, all]) =>
    checkMin(
      `Lighthouse mobile ${page}`,
      median(all.map(({ score }) => score)),
      targetScore,
      String,
      `of ${all.map(({ score, speed = "?" }) => `${score} at speed ${speed}`).join(", ")}`,
    ),
  );
}

function run(url: string): Result {
  const place = mkdtempSync(path.join(tmpdir(), "lighthouse-"));
  // To a file: output to a pipe may be truncated at exit.
  const file = path.join(place, "report.json");
  const flags = [
    url,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    "--only-categories=performance",
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run",
  ];
  spawnSync(process.execPath, [program, ...flags], {
    env: { ...process.env, CHROME_PATH: getBrowser() ?? "" },
    stdio: "ignore",
  });
  const report = existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as LighthouseReport);
  rmSync(place, { recursive: true, force: true });
  if (!report) return { score: 0 };
  const { categories, environment } = report;
  return {
    score: Math.round((categories.performance.score ?? 0) * 100),
    speed: Math.round(environment.benchmarkIndex),
  };
}
