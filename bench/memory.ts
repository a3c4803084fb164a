import { existsSync, readFileSync } from "node:fs";
import { checkMax, type Figure, megabytes, note } from "./report.ts";

/**
 * Judges the memory of a process by its proportional set size (PSS), the same measure as for the
 * peers. RSS would count about 55 MB of Node's binary in full for each Node process.
 */
export function judgeMemory(name: string, pid: number, max: number): Figure {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(file)) return note(name, "not available on this system");
  const text = readFileSync(file, "utf8");
  const bytes = (key: string) => {
    const match = new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(text);
    return Number(match?.[1] ?? Number.NaN) * 1024;
  };
  const shared = bytes("Shared_Clean");
  const detail = `RSS ${megabytes(bytes("Rss"))}, ${megabytes(shared)} of it in shared binaries`;
  return checkMax(name, bytes("Pss"), max, megabytes, detail);
}
