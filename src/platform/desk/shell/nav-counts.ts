import { useSyncExternalStore } from "react";

interface NavCount {
  readonly open: number;
  readonly late: number;
}

/** Counts beside the pages in the bar, by path. */
let counts: Readonly<Record<string, NavCount>> = {};
const listeners = new Set<() => void>();

export function setNavCount(path: string, open: number, late = 0): void {
  if (counts[path]?.open === open && counts[path].late === late) return;
  counts = { ...counts, [path]: { open, late } };
  for (const listener of listeners) listener();
}

/** The counts by path; a page without one is missing. */
export function useNavCounts(): Readonly<Record<string, NavCount>> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => counts,
  );
}
