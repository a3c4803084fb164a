import { readFileSync } from "node:fs";
import path from "node:path";
import { type ImportGraph, readImports } from "./import-graph.ts";

/** The document with the diagrams, each between two markers. */
export const architectureFile = "docs/ARCHITECTURE.md";

/** Marker of each diagram, and the folder that it draws. */
const diagrams: Readonly<Record<string, string>> = {
  server: "src/server",
  web: "src/web",
  desk: "src/desk",
};

/** Parts outside a diagram's folder that it shows too. */
const shared = ["src/contract", "src/brand.ts"];

/**
 * Returns the document with its diagrams redrawn from the imports. An arrow means "imports";
 * arrows that follow from others are left out.
 * @throws Error when a marker is missing
 */
export function drawArchitecture(root: string): string {
  const graph = readImports(root);
  let text = readFileSync(path.join(root, architectureFile), "utf8");
  for (const [name, folder] of Object.entries(diagrams)) {
    const [start, end] = [
      `<!-- ${name}: drawn by npm run architecture -->`,
      `<!-- ${name}: end -->`,
    ];
    const from = text.indexOf(start);
    const to = text.indexOf(end);
    if (from < 0 || to < from)
      throw new Error(`${architectureFile} has no markers of the diagram "${name}".`);
    const before = text.slice(0, from + start.length);
    text = `${before}\n\n${drawDiagram(graph, folder)}\n\n${text.slice(to)}`;
  }
  return text;
}

function drawDiagram(graph: ImportGraph, folder: string): string {
  const parts = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = partOf(file, folder);
    if (from === undefined) continue;
    const known = parts.get(from) ?? new Set();
    parts.set(from, known);
    for (const target of targets) {
      const to = partOf(target, folder);
      if (to !== undefined && to !== from) known.add(to);
    }
  }
  const arrows = [...parts].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(parts, other, to)))
      .map((to) => `  ${nodeOf(from)} --> ${nodeOf(to)}`),
  );
  return ["```mermaid", "flowchart TD", ...arrows.sort(), "```"].join("\n");
}

/** The folder directly below `folder`, `start` for the files in it, or a shared part. */
function partOf(file: string, folder: string): string | undefined {
  const outside = shared.find((part) => file === part || file.startsWith(`${part}/`));
  if (outside) return path.posix.basename(outside);
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [first = "", ...rest] = file.slice(folder.length + 1).split("/");
  return rest.length > 0 ? first : "start";
}

function reaches(
  parts: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === to) return true;
    if (seen.has(part)) continue;
    seen.add(part);
    open.push(...(parts.get(part) ?? []));
  }
  return false;
}

/** Node names may contain word characters only. */
function nodeOf(part: string): string {
  return `${part.replace(/\W/g, "_")}["${part}"]`;
}
