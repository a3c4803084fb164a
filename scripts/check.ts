/**
 * `npm run check`: all static checks. All of them run even when one fails, so that one run
 * shows every error.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
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
const formatHint = "To fix errors of format and those marked FIXABLE, run: npm run format";
// They run beside each other. More than one checker in each would check most types again.
await Promise.all([
  runTool("format and lint", "biome", ["check", "--error-on-warnings", "."], formatHint),
  ...typeProjects.map((project) =>
    runTool(`types of ${project}`, "tsc", ["-p", `tsconfig.${project}.json`, "--checkers", "1"]),
  ),
  runTool("unused files, exports and packages", "knip", ["--no-progress"]),
]);
check("house rules", () => checkSources(process.cwd()));
check("regular expressions in linear time", () => checkExpressions(process.cwd()));
check("styles", () => checkStyles(process.cwd()));
check("import zones, cycles and folder sizes", () => checkImports(process.cwd()));
check("words of features in the platform", () => checkWords(process.cwd()));
check("names", () => checkNames(process.cwd()));
check("links, paths and commands in documents", () => checkDocs(process.cwd()));
check("types of the client", () => checkClient(process.cwd()));
check("planted faults fit", () => checkPlanted(process.cwd()));
console.log(failed.length === 0 ? "\nAll checks passed." : `\nFailed: ${failed.join("; ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function check(name: string, findErrors: () => readonly string[]): void {
  const started = performance.now();
  const errors = findErrors();
  report(name, errors.length === 0, errors.join("\n"), started);
}

async function runTool(name: string, tool: string, args: string[], hint = ""): Promise<void> {
  const started = performance.now();
  // Windows starts the .cmd file only through a shell.
  const shell = process.platform === "win32";
  const child = spawn(path.join(bin, tool), args, { shell, stdio: ["ignore", "pipe", "pipe"] });
  const [[status], ...output] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  const passed = status === 0;
  report(name, passed, [...output, passed ? "" : hint].join("\n"), started);
}

function report(name: string, passed: boolean, output: string, started: number): void {
  if (!passed) failed.push(name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [`\n== ${name}`, output.trim(), `${passed ? "ok" : "FAILED"} (${seconds} s)`];
  console.log(lines.filter((line) => line !== "").join("\n"));
}
