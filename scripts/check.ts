/**
 * `npm run check`: all static checks. All of them run even when one fails, so that one run
 * shows every error.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { checkClient } from "./checks/check-client.ts";
import { checkDocs } from "./checks/check-docs.ts";
import { checkImports } from "./checks/check-imports.ts";
import { checkNames } from "./checks/check-names.ts";
import { checkPlanted } from "./checks/check-planted.ts";
import { checkSources } from "./checks/check-sources.ts";
import { checkStyles } from "./checks/check-styles.ts";
import { checkWords } from "./checks/check-words.ts";
import { checkExpressions } from "./checks/expressions/check-expressions.ts";

const bin = path.resolve("node_modules/.bin");
const typeProjects = ["web", "contract", "server", "tests"];

const failed: string[] = [];
check("format and lint", () => {
  const passed = run("biome", ["check", "--error-on-warnings", "--max-diagnostics=50", "."]);
  if (!passed) console.log("To fix errors of format and those marked FIXABLE, run: npm run format");
  return passed;
});
for (const project of typeProjects) {
  check(`types of ${project}`, () => run("tsc", ["-p", `tsconfig.${project}.json`]));
}
check("unused files, exports and packages", () => run("knip", ["--no-progress"]));
check("house rules", () => printErrors(checkSources(process.cwd())));
check("regular expressions in linear time", () => printErrors(checkExpressions(process.cwd())));
check("styles", () => printErrors(checkStyles(process.cwd())));
check("import zones, cycles and folder sizes", () => printErrors(checkImports(process.cwd())));
check("words of features in the platform", () => printErrors(checkWords(process.cwd())));
check("names", () => printErrors(checkNames(process.cwd())));
check("links, paths and commands in documents", () => printErrors(checkDocs(process.cwd())));
check("types of the client", () => printErrors(checkClient(process.cwd())));
check("planted faults fit", () => printErrors(checkPlanted(process.cwd())));
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join("; ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function check(name: string, passes: () => boolean): void {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const passed = passes();
  if (!passed) failed.push(name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? "ok" : "FAILED"} (${seconds} s)`);
}

function run(tool: string, args: string[]): boolean {
  // Windows starts the .cmd file only through a shell.
  const shell = process.platform === "win32";
  return spawnSync(path.join(bin, tool), args, { stdio: "inherit", shell }).status === 0;
}

/** @returns whether there are no errors */
function printErrors(errors: readonly string[]): boolean {
  for (const error of errors) console.log(error);
  return errors.length === 0;
}
