import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getBrowser } from "../scripts/find-browser.ts";
import { listPages } from "./documents.ts";
import { atLeast, type Figure, median, note } from "./report.ts";

const folder = path.join(import.meta.dirname, "lighthouse");
const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
const wanted = 100;
/** From this speed on a computer's fourth is the phone that the mobile preset means (decision 0038). */
const presetSpeed = 1500;
/** A page that does not get there at once is taken until so many results of that speed are in. */
const enough = 3;
const mostRounds = 9;

interface LighthouseReport {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly environment: { readonly benchmarkIndex: number };
}

interface Result {
  /** 0 to 100. */
  readonly score: number;
  /** Lighthouse's own measure of the computer at that moment; more is faster. */
  readonly speed: number;
}

/** Lighthouse's mobile score of each public page. It is installed here on first use, for its size. */
export function measureLighthouse(origin: string): Figure[] {
  if (!existsSync(program)) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  }
  const pages = listPages().filter((page) => !page.startsWith("/portal/") && page !== "/404");
  const results = new Map<string, Result[]>(pages.map((page) => [page, []]));
  // Round by round: a slow minute would lower all results of one page.
  for (let round = 0; round < mostRounds; round += 1) {
    for (const [page, all] of results) {
      if (!isSettled(all)) all.push(...run(origin + page));
    }
  }
  const speeds = [...results.values()].flat().map(({ speed }) => speed);
  return [
    ...Array.from(results, ([page, all]) =>
      atLeast(`Lighthouse mobile ${page}`, judge(all), wanted, String, describe(all)),
    ),
    note(
      "speed of this computer by Lighthouse",
      `${Math.min(...speeds)} to ${Math.max(...speeds)}, median ${median(speeds)}`,
    ),
  ];
}

/** A slower computer only lowers the score, so a first result at the top says enough. */
function isSettled(all: readonly Result[]): boolean {
  return all[0]?.score === wanted || all.filter(isFast).length >= enough;
}

function judge(all: readonly Result[]): number {
  if (all[0]?.score === wanted) return wanted;
  return median((isSettled(all) ? all.filter(isFast) : all).map(({ score }) => score));
}

function isFast({ speed }: Result): boolean {
  return speed >= presetSpeed;
}

function describe(all: readonly Result[]): string {
  return all.map((one) => (isFast(one) ? one.score : `(${one.score} at ${one.speed})`)).join(" ");
}

/** No result when Lighthouse itself fails, which it does on a very busy computer. */
function run(url: string): Result[] {
  const place = mkdtempSync(path.join(tmpdir(), "lighthouse-"));
  // To a file: what it writes to a pipe may be cut off when it ends.
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
  if (!report) return [];
  const { score } = report.categories.performance;
  if (score === null) return [];
  return [{ score: Math.round(score * 100), speed: Math.round(report.environment.benchmarkIndex) }];
}
