/**
 * `npm test`: every test in one run, after finding or downloading a browser.
 * `--full` tests every page in every mode, and fills in the accessibility statement. Other arguments select test files.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeAccessibilityRun } from "./test/accessibility-run.ts";
import { findUntested, readRequirements } from "./test/asvs.ts";
import { getBrowser, getHeadlessShell } from "./test/find-browser.ts";
import { type RetriedTest, retriedFileVariable } from "./test/retry-reporter.ts";

interface Report {
  readonly startTime: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly fullName: string;
    }[];
  }[];
}

/** Linux's in-memory file system; containers often have only 64 MB of it. */
const sharedMemory = "/dev/shm";
const minFreeMemoryBytes = 4 * 1024 ** 3;

const args = process.argv.slice(2);
const full = args.includes("--full");
const filters = args.filter((arg) => arg !== "--full");
const started = performance.now();
const folder = makeFolder();
const reportFile = path.join(folder, "report.json");
const retriedFile = path.join(folder, "retried.json");
const browser = getBrowser();
const headlessShell = getHeadlessShell();

const run = spawn(
  process.execPath,
  [
    path.resolve("node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--reporter=${path.resolve("scripts/test/retry-reporter.ts")}`,
    `--outputFile.json=${reportFile}`,
    ...(browser ? [] : ["--project=!e2e"]),
    ...filters,
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      TMPDIR: folder,
      // Tests of the operator's commands start about a hundred processes.
      NODE_COMPILE_CACHE: path.join(folder, "compile-cache"),
      [retriedFileVariable]: retriedFile,
      ...(browser && { CHROME_PATH: browser }),
      ...(headlessShell && { HEADLESS_SHELL: headlessShell }),
      ...(full && { TEST_MATRIX: "full" }),
    },
  },
);
// The runner exits by itself; this script then prints the summary and removes the folder.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => run.kill(signal));
const [status] = (await once(run, "exit")) as [number | null];
const report = readJson<Report>(reportFile);
const retried = readJson<RetriedTest[]>(retriedFile) ?? [];
rmSync(folder, { recursive: true, force: true });
if (full && filters.length === 0 && report) writeAccessibilityRun(report);
process.exitCode = close(status ?? 1);

/**
 * Creates the folder for all files of the run: in memory if there is room, because the tests create
 * about a thousand databases, else on disk.
 */
function makeFolder(): string {
  const prefix = path.join(fitsInMemory() ? sharedMemory : os.tmpdir(), "tests-");
  const made = mkdtempSync(prefix);
  // When we are root, PostgreSQL runs under another account.
  chmodSync(made, 0o755);
  return made;
}

function fitsInMemory(): boolean {
  if (process.platform !== "linux" || os.freemem() < minFreeMemoryBytes) return false;
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    accessSync(sharedMemory, constants.W_OK);
    return bavail * bsize >= minFreeMemoryBytes;
  } catch {
    return false;
  }
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

/** Prints the summary. @returns the exit code */
function close(vitestStatus: number): number {
  const notes: string[] = [];
  // A file that failed before its first test counts as one failure.
  const broken = (report?.testResults ?? []).filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  for (const file of broken) notes.push(`DID NOT RUN: ${path.relative(process.cwd(), file.name)}`);
  const untested = report ? findUntested(readRequirements(), report, isWholeRun()) : [];
  for (const row of untested) notes.push(`REQUIREMENT WITHOUT A TEST: ${row}`);
  let failed = (report?.numFailedTests ?? 0) + broken.length + untested.length;
  if (vitestStatus !== 0 && failed === 0) {
    notes.push("THE TEST RUNNER FAILED OUTSIDE OF A TEST (see above).");
    failed = 1;
  }
  if (isSkipped(/ on PostgreSQL\b/)) {
    notes.push("POSTGRESQL COULD NOT BE STARTED: SERVER TESTS ON POSTGRESQL WERE SKIPPED.");
  }
  if (isSkipped(/promtool/)) {
    notes.push("PROMTOOL IS NOT INSTALLED: THE ALERT RULES WERE NOT EVALUATED.");
  }
  if (!browser) {
    notes.push("NO BROWSER WAS FOUND OR DOWNLOADED: BROWSER TESTS DID NOT RUN.");
    notes.push("Set CHROME_PATH to Chrome or Chromium and run again.");
  }
  for (const { name, errors } of retried) {
    notes.push(`FLAKY, PASSED WHEN RETRIED: ${name}`, ...errors);
  }
  if (retried.length > 0) notes.push(`${retried.length} passed only when retried: find the cause.`);
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(["", ...notes, `Time: ${Math.floor(seconds / 60)} min ${seconds % 60} s`].join("\n"));
  const counts = [`${report?.numPassedTests ?? 0} passed`, `${failed} failed`];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  console.log(counts.join(", "));
  if (failed > 0) return vitestStatus || 1;
  return !browser && process.env.CI ? 1 : vitestStatus;
}

function isSkipped(title: RegExp): boolean {
  const tests = (report?.testResults ?? []).flatMap((file) => file.assertionResults);
  const found = tests.filter(({ fullName }) => title.test(fullName));
  return (
    found.length > 0 && found.every(({ status }) => status !== "passed" && status !== "failed")
  );
}

/** Without a browser its tests did not run, which the summary already reports. */
function isWholeRun(): boolean {
  return filters.length === 0 && browser !== undefined;
}
