import { existsSync, readFileSync } from "node:fs";
import { checkMax, type Figure, megabytes, note } from "./report.ts";

/**
 * Judges the memory of a process: its own and its share of what it holds together with
 * others (PSS), which is how the peers were measured. What a process list shows (RSS)
 * counts Node's program file, some 55 MB of it, to each Node process in full.
 */
export function judgeMemory(name: string, pid: number, max: number): Figure {
  const file = `/proc/${pid}/smaps_rollup`;
  if (!existsSync(file)) return note(name, "not told by this system");
  const text = readFileSync(file, "utf8");
  const bytes = (key: string) => {
    const match = new RegExp(`^${key}:\\s+(\\d+) kB`, "m").exec(text);
    return Number(match?.[1] ?? Number.NaN) * 1024;
  };
  const shared = bytes("Shared_Clean");
  const words = `RSS ${megabytes(bytes("Rss"))}, ${megabytes(shared)} of it program files`;
  return checkMax(name, bytes("Pss"), max, megabytes, words);
}
