import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folders whose files documents may name, besides files in the repository's root. */
const folders = ["src", "tests", "scripts", "bench", "docs", "ops", "clients", "examples", ".ci"];

const examplePath = /volunteer/;

/** Texts of pages, not documents: tests/unit/build.test.ts follows their links. */
const pageTexts = /^src\/features\/help\//;

/** Removed files that decision records still mention. */
const removed: ReadonlySet<string> = new Set([
  "scripts/slim-router.ts",
  "tests/unit/router.test.ts",
]);

/** What documents may refer to. */
export interface DocTargets {
  /** Files and folders, relative to the root, with slashes. */
  readonly paths: ReadonlySet<string>;
  /** The same paths and every suffix of them: "src/platform/site/ui", "web/ui", "ui". */
  readonly ends: ReadonlySet<string>;
  readonly scripts: ReadonlySet<string>;
}

/**
 * Checks that relative links, paths in backticks and `npm run` scripts in documents exist.
 * @returns one line for each error
 */
export function checkDocs(root: string): string[] {
  const targets = toTargets(listPaths(root), listScripts(root));
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const documents = [...targets.paths].filter(
    (file) => file.endsWith(".md") && !pageTexts.test(file),
  );
  return [
    ...documents.flatMap((file) => findBroken(file, read(file), targets)),
    ...findUnlisted(documents, read(decisionIndex)),
    ...documents.filter(isDecision).flatMap((file) => findMisshapen(file, read(file))),
  ];
}

const maxDecisionLines = 50;
const decisionHeadings = ["Status", "Context", "Decision", "Consequences", "Date"];

function isDecision(file: string): boolean {
  return /^docs\/decisions\/\d{4}-/.test(file);
}

/** The headings and the length of a decision record. @returns one line for each error */
export function findMisshapen(file: string, text: string): string[] {
  const lines = text.trimEnd().split("\n");
  const headings = lines.flatMap((line) => /^## (.+)$/.exec(line)?.[1] ?? []);
  return [
    ...(headings.join() === decisionHeadings.join()
      ? []
      : [`${file}: its headings are not ${decisionHeadings.join(", ")}`]),
    ...(lines.length > maxDecisionLines
      ? [`${file}: ${lines.length} lines, at most ${maxDecisionLines}`]
      : []),
  ];
}

const decisionIndex = "docs/decisions/README.md";

/** Decision records that share a number, or that the index does not list exactly once. */
export function findUnlisted(documents: readonly string[], index: string): string[] {
  const names = documents
    .map((file) => /^docs\/decisions\/(\d{4}-.+)$/.exec(file)?.[1])
    .filter((name) => name !== undefined);
  const numbers = names.map((name) => name.slice(0, 4));
  return names.flatMap((name) => [
    ...(numbers.filter((one) => name.startsWith(one)).length > 1
      ? [`docs/decisions/${name}: another record has the same number`]
      : []),
    ...(index.split(`](${name})`).length === 2
      ? []
      : [`${decisionIndex} does not list ${name} exactly once`]),
  ]);
}

/** Builds the lookup tables from existing paths and scripts. */
export function toTargets(paths: ReadonlySet<string>, scripts: ReadonlySet<string>): DocTargets {
  return { paths, ends: new Set([...paths].flatMap(endsOf)), scripts };
}

/**
 * Links, paths and scripts of one document that do not exist, and merge conflict markers. A path
 * may omit its leading folders.
 */
export function findBroken(
  file: string,
  text: string,
  { paths, ends, scripts }: DocTargets,
): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, "");
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !paths.has(path.posix.join(path.posix.dirname(file), target)))
    .map((target) => `${file}: broken link to ${target}`);
  const named = [...prose.matchAll(/`([\w.@/-]+)`/g)]
    .map(([, name = ""]) => name.replace(/\/$/, ""))
    .filter((name) => isPath(name) && !examplePath.test(name) && !removed.has(name))
    .filter((name) => !ends.has(name))
    .map((name) => `${file}: there is no ${name}`);
  const commands = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)]
    .map(([, script = ""]) => script)
    .filter((script) => !scripts.has(script))
    .map((script) => `${file}: package.json has no script ${script}`);
  const conflict = /^(?:<{7}|>{7}) /m.test(text) ? [`${file}: merge conflict markers`] : [];
  return [...links, ...named, ...commands, ...conflict];
}

/** "src/app/site/routes.tsx", "routes.tsx" and "src/app/site" are paths; "/contact" and "node:fs" are not. */
function isPath(name: string): boolean {
  const isSource = /^[\w@][\w.@/-]*\.(tsx?|mjs|css|md)$/.test(name);
  return isSource || folders.some((folder) => name.startsWith(`${folder}/`));
}

/** Suffixes of a path: for "src/platform/site/ui" itself, "web/ui" and "ui". */
function endsOf(file: string): string[] {
  const parts = file.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

function listPaths(root: string): Set<string> {
  const top = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  const below = folders.flatMap((folder) => [
    folder,
    ...readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.posix.join(folder, file.replaceAll(path.sep, "/")),
    ),
  ]);
  return new Set([...top.map(({ name }) => name), ...below]);
}

function listScripts(root: string): Set<string> {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return new Set(Object.keys(manifest.scripts));
}
