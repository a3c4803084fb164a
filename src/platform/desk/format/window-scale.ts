const steps = [1, 2, 5];

/**
 * What one window counts, so that no house has more windows than it may: 1, 2, 5, 10, 20 …
 * @param max the largest number that a house shows
 * @param windows the most windows of a house
 */
export function findWindowScale(max: number, windows: number): number {
  for (let power = 1; ; power *= 10) {
    const scale = steps.map((step) => step * power).find((one) => max / one <= windows);
    if (scale !== undefined) return scale;
  }
}

/** Windows for a number; a nonzero number has at least one. */
export function countWindows(value: number, scale: number): number {
  return value === 0 ? 0 : Math.max(1, Math.round(value / scale));
}
