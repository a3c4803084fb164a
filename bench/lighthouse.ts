import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { getBrowser } from "../scripts/find-browser.ts";
import { listPages } from "./documents.ts";
import { atLeast, type Figure, median } from "./report.ts";

const folder = path.join(import.meta.dirname, "lighthouse");
const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
const rounds = 3;
const wanted = 100;
const largestOutput = 64 * 1024 * 1024;

interface LighthouseReport {
  readonly categories: { readonly performance: { readonly score: number | null } };
}

/** Lighthouse's mobile score of each public page. It is installed here on first use, for its size. */
export function measureLighthouse(origin: string): Figure[] {
  if (!existsSync(program)) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  }
  const pages = listPages().filter((page) => !page.startsWith("/portal/") && page !== "/404");
  return pages.map((page) => {
    const scores = Array.from({ length: rounds }, () => score(origin + page));
    return atLeast(`Lighthouse mobile ${page}`, median(scores), wanted, String, scores.join(" "));
  });
}

function score(url: string): number {
  const flags = [
    url,
    "--output=json",
    "--quiet",
    "--only-categories=performance",
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run",
  ];
  const output = execFileSync(process.execPath, [program, ...flags], {
    env: { ...process.env, CHROME_PATH: getBrowser() ?? "" },
    maxBuffer: largestOutput,
    encoding: "utf8",
  });
  const report = JSON.parse(output) as LighthouseReport;
  return Math.round((report.categories.performance.score ?? 0) * 100);
}
