import { globSync, readFileSync } from "node:fs";
import path from "node:path";

export const plantedFolder = "tests/faults/planted";

/** One fault: a patch with some lines above its diff. */
export interface Planted {
  /** Path of the patch, relative to the root. */
  readonly file: string;
  /** What goes wrong, in a sentence. */
  readonly what: string;
  readonly tests: readonly string[];
  /** Whether they run on PostgreSQL too. */
  readonly onBoth: boolean;
}

/**
 * Reads all planted faults: the lines `Fault:`, `Tests:` and `Engines:` above each diff.
 * @throws Error if one of the first two is missing
 */
export function readPlanted(root: string): Planted[] {
  return globSync(`${plantedFolder}/**/*.patch`, { cwd: root })
    .toSorted()
    .map((file) => {
      const [head = ""] = readFileSync(path.join(root, file), "utf8").split(/^diff /m);
      const lineOf = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1] ?? "";
      const [what, tests] = [lineOf("Fault"), lineOf("Tests")];
      if (what === "" || tests === "") throw new Error(`${file}: "Fault:" or "Tests:" is missing.`);
      return { file, what, tests: tests.split(" "), onBoth: lineOf("Engines") === "both" };
    });
}
