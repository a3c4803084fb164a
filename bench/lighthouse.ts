import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getBrowser } from "../scripts/find-browser.ts";
import { listPages } from "./documents.ts";
import { atLeast, type Figure, median } from "./report.ts";

const folder = path.join(import.meta.dirname, "lighthouse");
const program = path.join(folder, "node_modules/lighthouse/cli/index.js");
const wanted = 100;
/** A score below is taken twice more, and the middle counts: a busy computer lowers it. */
const more = 2;

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
    const first = score(origin + page);
    const scores = [first];
    if (first < wanted) for (let n = 0; n < more; n += 1) scores.push(score(origin + page));
    return atLeast(`Lighthouse mobile ${page}`, median(scores), wanted, String, scores.join(" "));
  });
}

/** 0 to 100; 0 when Lighthouse itself fails, which it does on a very busy computer. */
function score(url: string): number {
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
  return report ? Math.round((report.categories.performance.score ?? 0) * 100) : 0;
}
