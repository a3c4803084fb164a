import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../../src/brand.ts";

const folders = ["src", "tests", "scripts", "bench"].filter((folder) => existsSync(folder));
const brandFile = "src/brand.ts";
const code = /\.(ts|tsx|mjs|js|css)$/;
const test = /(\.test\.tsx?$|^tests\/)/;
const importLines = /^import [^;]*;\n/gm;
const maxFileLines = 300;
const maxTestLines = 400;

interface LineRule {
  readonly applies: (file: string) => boolean;
  readonly pattern: RegExp;
  readonly says: string;
}

const lineRules: readonly LineRule[] = [
  {
    applies: (file) => file !== brandFile,
    pattern: new RegExp(`${brand.name}|${brand.slug}`, "i"),
    says: "contains the product's name; import it from src/brand.ts",
  },
  {
    applies: (file) => file.endsWith(".tsx"),
    pattern: /\sstyle=[{"']/,
    says: "sets a style attribute, which the CSP blocks",
  },
  {
    applies: (file) => file !== "scripts/checks/check-sources.ts",
    pattern: /biome-ignore|@ts-(ignore|expect-error|nocheck)|v8 ignore/,
    says: "suppresses a check",
  },
];

/**
 * House rules that no linter checks: the product's name in one file, short files, no style
 * attributes, no suppressed checks.
 * @returns one line for each error
 */
export function checkSources(root: string): string[] {
  return listFiles(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return [...findLongFile(file, text), ...findLines(file, text)];
  });
}

/** Source files, styles and drawings below the root. */
export function listFiles(root: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|js|css|svg|html|json)$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .map((file) => file.replaceAll(path.sep, "/"))
      .filter((file) => !file.includes("/node_modules/"))
      .sort(),
  );
}

function findLongFile(file: string, text: string): string[] {
  if (!code.test(file)) return [];
  const limit = test.test(file) ? maxTestLines : maxFileLines;
  // Imports say nothing about how much a file does.
  const lines = text.replace(importLines, "").trimEnd().split("\n").length;
  return lines > limit ? [`${file}: ${lines} lines, at most ${limit}`] : [];
}

function findLines(file: string, text: string): string[] {
  const rules = lineRules.filter((rule) => rule.applies(file) && rule.pattern.test(text));
  return rules.flatMap(({ pattern, says }) =>
    text.split("\n").flatMap((line, index) => {
      return pattern.test(line) ? [`${file}:${index + 1}: ${says}`] : [];
    }),
  );
}
