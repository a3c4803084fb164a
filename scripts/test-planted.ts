/**
 * `npm run test:faults`: plants each fault of `tests/faults/planted` alone in a copy of the
 * repository, runs the tests that its patch names, and prints which faults were noticed by which
 * test. Arguments select patches by a part of their path; `--quick` does not run the tests without
 * a fault first. The exit code is 1 if one was missed or no longer fits.
 *
 * Only the server and unit tests can be named: the copy uses the site that is already built. They
 * run on SQLite, unless the patch says `Engines: both`.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Planted, plantedFolder, readPlanted } from "./test/planted.ts";

/** Time for the tests of one fault, in milliseconds: a fault may make a test wait forever. */
const limitMs = 300_000;
/** Time for all named tests without a fault, in milliseconds. */
const baselineLimitMs = 1_800_000;

/** What came of a fault. Tests that cannot even start would notice anything. */
type Outcome = "noticed" | "MISSED" | "DOES NOT FIT" | "DOES NOT RUN";

/** The report of the test runner, as far as it is read. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith("--"));
const planted = readPlanted(process.cwd()).filter(
  ({ file }) => filters.length === 0 || filters.some((filter) => file.includes(filter)),
);
if (planted.length === 0) {
  throw new Error(`No patch in ${plantedFolder} fits ${filters.join(", ")}.`);
}

const copy = mkdtempSync(path.join(os.tmpdir(), "faults-"));
// When we are root, PostgreSQL runs under another account.
chmodSync(copy, 0o755);
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
copyRepository();
process.exitCode = args.includes("--quick") || isGreen() ? plantAll() : 1;

/** Copies what Git knows or would add, with links to the installed packages and the built site. */
function copyRepository(): void {
  const { stdout } = spawnSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
  });
  for (const file of stdout.split("\0")) {
    if (file !== "" && existsSync(file)) cpSync(file, path.join(copy, file));
  }
  for (const name of ["node_modules", "dist"]) {
    if (existsSync(name)) symlinkSync(path.resolve(name), path.join(copy, name));
  }
  // Without a repository of its own, `git apply` would use one above the folder.
  spawnSync("git", ["init", "-q"], { cwd: copy });
}

/** Whether the named tests pass without a fault; otherwise every fault would seem noticed. */
function isGreen(): boolean {
  const tests = [...new Set(planted.flatMap((one) => one.tests))];
  const onBoth = planted.some((one) => one.onBoth);
  const { passed, failed } = runTests({ tests, onBoth }, baselineLimitMs);
  if (!passed) console.log(`Fails without a fault: ${failed ?? "a test file"}`);
  return passed;
}

/** @returns whether all passed, and the name of a test that failed */
function runTests(
  { tests, onBoth }: Pick<Planted, "tests" | "onBoth">,
  timeout = limitMs,
): { readonly passed: boolean; readonly failed: string | undefined } {
  const runner = path.resolve("node_modules/vitest/vitest.mjs");
  const report = path.join(copy, "report.json");
  rmSync(report, { force: true });
  const options = ["--bail=1", "--reporter=json", `--outputFile=${report}`, "--project=!e2e"];
  const { status, signal, error } = spawnSync(
    process.execPath,
    [runner, "run", ...options, ...tests],
    {
      cwd: copy,
      stdio: "ignore",
      timeout,
      env: { ...process.env, ...(!onBoth && { TEST_ENGINES: "sqlite" }) },
    },
  );
  // A fault that makes a test wait forever was noticed by it.
  if (error !== undefined) return { passed: false, failed: "did not end" };
  // The user stopped it: this process handles no signals while it waits.
  if (signal !== null) process.exit(1);
  const results = existsSync(report)
    ? (JSON.parse(readFileSync(report, "utf8")) as Report).testResults
    : [];
  const failed = results
    .flatMap(({ assertionResults }) => assertionResults)
    .find((test) => test.status === "failed");
  return { passed: status === 0, failed: failed?.fullName };
}

function plant(one: Planted): { readonly outcome: Outcome; readonly by: string } {
  const patch = path.resolve(one.file);
  const apply = (...options: string[]) =>
    spawnSync("git", ["apply", ...options, patch], { cwd: copy }).status === 0;
  if (!apply()) return { outcome: "DOES NOT FIT", by: "" };
  const { passed, failed } = runTests(one);
  if (!apply("--reverse")) throw new Error(`${one.file} cannot be taken out again.`);
  if (passed) return { outcome: "MISSED", by: "" };
  return failed === undefined
    ? { outcome: "DOES NOT RUN", by: "" }
    : { outcome: "noticed", by: ` (${failed})` };
}

/** @returns the exit code */
function plantAll(): number {
  const outcomes = planted.map((one) => {
    const { outcome, by } = plant(one);
    console.log(
      `${outcome.padEnd(12)} ${path.relative(plantedFolder, one.file)}: ${one.what}${by}`,
    );
    return outcome;
  });
  const noticed = outcomes.filter((outcome) => outcome === "noticed").length;
  console.log(`${planted.length} planted, ${noticed} noticed`);
  return noticed === planted.length ? 0 : 1;
}
