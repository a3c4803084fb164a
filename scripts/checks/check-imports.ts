import path from "node:path";
import { findCycles, type ImportGraph, listSources, readImports } from "./import-graph.ts";
import { featureImports, lists, maxFolderFiles, partImports } from "./import-zones.ts";

/**
 * Checks imports of src against docs/ARCHITECTURE.md: no cycles between files, no import across parts or features without permission, no unused permission. No folder of
 * src or scripts may have too many files.
 * @returns one line for each error
 */
export function checkImports(root: string): string[] {
  const graph = readImports(root);
  return [
    ...findForbidden(graph),
    ...findUnused(graph),
    ...findCycles(graph).map((files) => `import cycle: ${files.join(", ")}`),
    ...findFullFolders([...graph.keys(), ...listSources(root, "scripts")]),
  ];
}

interface Place {
  /** "app", "platform" or the name of a feature; undefined for files of src itself. */
  readonly owner: string | undefined;
  /** "contract", "server", "site", "desk", "ops" or "gallery". */
  readonly part: string;
}

function placeOf(file: string): Place {
  const [, top, second = "", third = ""] = file.split("/");
  if (top === "features") return { owner: second, part: third };
  if (top === "app" || top === "platform") return { owner: top, part: second };
  return { owner: undefined, part: "contract" };
}

/** Imports that the rules do not allow. */
export function findForbidden(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, targets]) =>
    [...targets].flatMap((target) => {
      const reason = whyForbidden(file, target);
      return reason ? [`${file}: must not import ${target}: ${reason}`] : [];
    }),
  );
}

function whyForbidden(file: string, target: string): string | undefined {
  const from = placeOf(file);
  const to = placeOf(target);
  if (to.owner === undefined) return undefined;
  const mayUse = [from.part, ...(partImports[from.part] ?? [])];
  const isAllowedPart = mayUse.some((part) =>
    part.includes("/") ? isInside(target, part) : part === to.part,
  );
  if (!isAllowedPart && from.owner !== undefined) {
    return `${from.part} may import ${mayUse.join(", ")}`;
  }
  if (from.owner === "app" || to.owner === from.owner || to.owner === "platform") return undefined;
  if (to.owner === "app") return "only src/app imports src/app";
  if (from.owner === "platform") return "platform knows no feature";
  return featureImports[from.owner ?? ""]?.[to.owner] === undefined
    ? "this dependency is not in scripts/checks/import-zones.ts"
    : undefined;
}

/** Permissions of features in the graph that no import uses. */
export function findUnused(graph: ImportGraph): string[] {
  const used = new Set<string>();
  const owners = new Set<string | undefined>();
  for (const [file, targets] of graph) {
    const { owner } = placeOf(file);
    owners.add(owner);
    for (const target of targets) {
      used.add(`${owner} ${placeOf(target).owner}`);
    }
  }
  const permissions = [
    ...Object.entries(featureImports)
      .filter(([from]) => owners.has(from))
      .flatMap(([from, targets]) => Object.keys(targets).map((to) => `${from} ${to}`)),
  ];
  return permissions
    .filter((permission) => !used.has(permission))
    .map((permission) => `scripts/checks/import-zones.ts: no import uses "${permission}"`);
}

function findFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFolderFiles && !lists.includes(folder))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} source files, at most ${maxFolderFiles}: move a topic into a subfolder`,
    );
}

function isInside(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}
