import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brand } from "../../src/brand.ts";
import { findTexts } from "./find-texts.ts";

const folders = ["src", "tests", "scripts", "bench"].filter((folder) => existsSync(folder));
const brandFile = "src/brand.ts";
const code = /\.(ts|tsx|mjs|js|css)$/;
const test = /(\.test\.tsx?$|^tests\/)/;
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

/** Texts say who: staff, a coworker, the customer. "anybody GET /api/…" is a definition, not a text. */
const vague = /\b([Ss]ome|[Nn]o|[Aa]ny)body\b(?! (DELETE|GET|PATCH|POST|PUT) )|\bThe person\b/;
/** Its list of names that staff may not have includes those of earlier versions. */
const reservedNames = "src/features/staff/contract/staff-names.ts";

/**
 * House rules that no linter checks: the product's name in one file, short files, no style
 * attributes, no suppressed checks, no vague subjects in texts that people read.
 * @returns one line for each error
 */
export function checkSources(root: string): string[] {
  return listFiles(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    return [...findLongFile(file, text), ...findLines(file, text), ...findVagueTexts(file, text)];
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
  const lines = text.trimEnd().split("\n").length;
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

/** @returns texts of the product whose subject is "somebody", "nobody", "anybody" or "The person" */
export function findVagueTexts(file: string, source: string): string[] {
  const isRead = file.startsWith("src/") && /\.tsx?$/.test(file) && !test.test(file);
  if (!isRead || file === reservedNames || !vague.test(source)) return [];
  return findTexts(file, source).flatMap(({ line, text }) => {
    const found = vague.exec(text)?.[0];
    return found ? [`${file}:${line}: a text says "${found}"; say who`] : [];
  });
}
