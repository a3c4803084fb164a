/**
 * `npm run test:faults`: plants each fault of `tests/faults/planted` alone in a copy of the
 * repository, runs the tests that its patch names, and prints which faults were noticed. Arguments
 * select patches by a part of their path. The exit code is 1 if one was missed or no longer fits.
 *
 * Only the server and unit tests can be named: the copy uses the site that is already built.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

const folder = "tests/faults/planted";
/** Time for the tests of one fault, in milliseconds: a fault may make a test wait forever. */
const limitMs = 300_000;
/** Time for all named tests without a fault, in milliseconds. */
const baselineLimitMs = 1_800_000;

interface Planted {
  /** Path of the patch. */
  readonly file: string;
  /** What goes wrong, in a sentence. */
  readonly what: string;
  /** Filters of test files. */
  readonly tests: readonly string[];
  /** Part of the names of the tests to run; "" for all. */
  readonly title: string;
}

type Outcome = "noticed" | "MISSED" | "DOES NOT FIT";

const filters = process.argv.slice(2);
const planted = globSync(`${folder}/**/*.patch`)
  .toSorted()
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  .map(readPlanted);
if (planted.length === 0) throw new Error(`No patch in ${folder} fits ${filters.join(", ")}.`);

const copy = mkdtempSync(path.join(os.tmpdir(), "faults-"));
// When we are root, PostgreSQL runs under another account.
chmodSync(copy, 0o755);
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
copyRepository();
process.exitCode = isGreen() ? plantAll() : 1;

/** Reads the lines above the diff: `Fault:`, `Tests:` and, if only some tests count, `Title:`. */
function readPlanted(file: string): Planted {
  const [head = ""] = readFileSync(file, "utf8").split(/^diff /m);
  const lineOf = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1] ?? "";
  const [what, tests] = [lineOf("Fault"), lineOf("Tests")];
  if (what === "" || tests === "") throw new Error(`${file}: "Fault:" or "Tests:" is missing.`);
  return { file, what, tests: tests.split(" "), title: lineOf("Title") };
}

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
  const passed = runTests([...new Set(planted.flatMap(({ tests }) => tests))], "", baselineLimitMs);
  if (!passed) console.log("The tests fail without a fault. Run npm test first.");
  return passed;
}

function runTests(tests: readonly string[], title: string, timeout = limitMs): boolean {
  const runner = path.resolve("node_modules/vitest/vitest.mjs");
  const named = title === "" ? [] : ["-t", title];
  const { status, error } = spawnSync(
    process.execPath,
    [runner, "run", "--bail=1", "--reporter=dot", "--project=!e2e", ...named, ...tests],
    { cwd: copy, stdio: "ignore", timeout },
  );
  return error === undefined && status === 0;
}

function plant(one: Planted): Outcome {
  const patch = path.resolve(one.file);
  const apply = (...options: string[]) =>
    spawnSync("git", ["apply", ...options, patch], { cwd: copy }).status === 0;
  if (!apply()) return "DOES NOT FIT";
  const passed = runTests(one.tests, one.title);
  if (!apply("--reverse")) throw new Error(`${one.file} cannot be taken out again.`);
  return passed ? "MISSED" : "noticed";
}

/** @returns the exit code */
function plantAll(): number {
  const outcomes = planted.map((one) => {
    const outcome = plant(one);
    console.log(`${outcome.padEnd(12)} ${path.relative(folder, one.file)}: ${one.what}`);
    return outcome;
  });
  const noticed = outcomes.filter((outcome) => outcome === "noticed").length;
  console.log(`${planted.length} planted, ${noticed} noticed`);
  return noticed === planted.length ? 0 : 1;
}
