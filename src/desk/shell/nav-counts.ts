import { useSyncExternalStore } from "react";

/** Counts beside the pages in the bar, by path. */
let counts: Readonly<Record<string, number>> = {};
const listeners = new Set<() => void>();

/** Shows a count beside a page in the bar. */
export function setNavCount(path: string, count: number): void {
  if (counts[path] === count) return;
  counts = { ...counts, [path]: count };
  for (const listener of listeners) listener();
}

/** The counts by path; a page without one is missing. */
export function useNavCounts(): Readonly<Record<string, number>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => counts,
  );
}
