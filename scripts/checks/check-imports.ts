import path from "node:path";
import {
  findCycles,
  groupByFolder,
  type ImportGraph,
  listSources,
  readImports,
} from "./import-graph.ts";
import { lists, maxFolderFiles, sharedPlaces, type Zone, zones } from "./import-zones.ts";

/** Folders whose subfolders must not form import cycles either. */
const layered = ["src/app/server", "src/app/site", "src/app/desk"];

/**
 * Checks imports of src: no cycles between files, or between folders of server, web and desk; no
 * import across zones without permission; no unused permission. No folder of src or scripts may have
 * too many files.
 * @returns one line for each error
 */
export function checkImports(root: string): string[] {
  const graph = readImports(root);
  return [
    ...findForbidden(graph, zones),
    ...findUnused(graph, zones),
    ...findCycles(graph).map((files) => `import cycle: ${files.join(", ")}`),
    ...findFolderCycles(graph),
    ...findFullFolders([...graph.keys(), ...listSources(root, "scripts")]),
  ];
}

/** Imports that leave their zone without permission. */
export function findForbidden(graph: ImportGraph, allowed: readonly Zone[]): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const zone = allowed.find(({ folder }) => isInside(file, folder));
    if (!zone) return [];
    const places = [zone.folder, ...Object.keys(zone.mayImport)];
    return [...targets]
      .filter((target) => !places.some((place) => isInside(target, place)))
      .map((target) => `${file}: must not import ${target} (scripts/checks/import-zones.ts)`);
  });
}

/** Permissions of zones that no import uses, except those that every feature has. */
export function findUnused(graph: ImportGraph, allowed: readonly Zone[]): string[] {
  return allowed.flatMap(({ folder, mayImport }) => {
    const inside = [...graph].filter(([file]) => isInside(file, folder));
    // Tests have only some of the zones.
    if (inside.length === 0) return [];
    const imported = inside.flatMap(([, targets]) => [...targets]);
    return Object.keys(mayImport)
      .filter((place) => !sharedPlaces.has(place))
      .filter((place) => !imported.some((target) => isInside(target, place)))
      .map((place) => `${folder}: no longer imports ${place} (scripts/checks/import-zones.ts)`);
  });
}

function findFolderCycles(graph: ImportGraph): string[] {
  return layered.flatMap((folder) => {
    const inside = new Map([...graph].filter(([file]) => isInside(file, folder)));
    const cycles = findCycles(groupByFolder(inside));
    return cycles.map((folders) => `folder import cycle: ${folders.join(", ")}`);
  });
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
