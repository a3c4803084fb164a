import path from "node:path";
import { findCycles, groupByFolder, type ImportGraph, readImports } from "./import-graph.ts";
import { lists, maxFolderFiles, type Zone, zones } from "./import-zones.ts";

/** Folders in which not even folders may import each other in a circle. */
const layered = ["src/server", "src/web"];

/**
 * Whether imports run one way: no circle of files, none of folders in server and web, no import
 * that no zone allows, no folder with too many files.
 * @returns one line for each error
 */
export function checkImports(root: string): string[] {
  const graph = readImports(root);
  return [
    ...findForbidden(graph, zones),
    ...findCycles(graph).map((files) => `imports in a circle: ${files.join(", ")}`),
    ...findFolderCycles(graph),
    ...findFullFolders(graph),
  ];
}

/** Imports that leave their zone without a line that allows it. */
export function findForbidden(graph: ImportGraph, allowed: readonly Zone[]): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const zone = allowed.find(({ folder }) => isInside(file, folder));
    if (!zone) return [];
    const places = [zone.folder, ...Object.keys(zone.mayImport)];
    return [...targets]
      .filter((target) => !places.some((place) => isInside(target, place)))
      .map((target) => `${file}: must not import ${target} (scripts/import-zones.ts)`);
  });
}

function findFolderCycles(graph: ImportGraph): string[] {
  return layered.flatMap((folder) => {
    const inside = new Map([...graph].filter(([file]) => isInside(file, folder)));
    const cycles = findCycles(groupByFolder(inside));
    return cycles.map((folders) => `folders import each other in a circle: ${folders.join(", ")}`);
  });
}

function findFullFolders(graph: ImportGraph): string[] {
  const counts = new Map<string, number>();
  for (const file of graph.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFolderFiles && !lists.includes(folder))
    .map(([folder, count]) => `${folder}: ${count} source files, at most ${maxFolderFiles}`);
}

function isInside(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}
