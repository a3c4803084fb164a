import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

/** Files and the project files that they import, types included; paths relative to the root, with slashes. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Source files below a folder, except tests; paths relative to the root, with slashes. */
export function listSources(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(tsx?|m?js)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, "/"))
    .sort();
}

/** Reads the imports of every source file below `src`, except tests. */
export function readImports(root: string): ImportGraph {
  const files = listSources(root, "src");
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const targets = importsOf(file, text).filter((target) => known.has(target));
      return [file, new Set(targets)];
    }),
  );
}

function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      readLiteral(text.slice(start, end)),
    ),
  ];
  return names
    .filter((name) => name.startsWith("."))
    .map((name) => path.posix.join(path.posix.dirname(file), name));
}

/** The path of an import; empty for a computed one. */
function readLiteral(source: string): string[] {
  const [, name] = /^["'](.+)["']$/.exec(source) ?? [];
  return name === undefined ? [] : [name];
}

/** The same graph, between folders. */
export function groupByFolder(graph: ImportGraph): ImportGraph {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = path.posix.dirname(file);
    const known = folders.get(from) ?? new Set();
    folders.set(from, known);
    for (const target of targets) {
      const to = path.posix.dirname(target);
      if (to !== from) known.add(to);
    }
  }
  return folders;
}

/** Every cycle of the graph: strongly connected components (Tarjan). */
export function findCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (place: string): number => {
    const index = order.size;
    order.set(place, index);
    let low = index;
    stack.push(place);
    for (const target of graph.get(place) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === index) {
      const cycle = stack.splice(stack.indexOf(place));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return low;
  };
  for (const place of graph.keys()) {
    if (!order.has(place)) visit(place);
  }
  return cycles;
}
