const steps = [1, 2, 5];

/**
 * What one unit counts, so that no column has more units than it may: 1, 2, 5, 10, 20 …
 * @param max the largest number that a column shows
 * @param units the maximum of units in a column
 */
export function findUnitScale(max: number, units: number): number {
  for (let power = 1; ; power *= 10) {
    const scale = steps.map((step) => step * power).find((one) => max / one <= units);
    if (scale !== undefined) return scale;
  }
}

/** Units for a number; a nonzero number has at least one. */
export function countUnits(value: number, scale: number): number {
  return value === 0 ? 0 : Math.max(1, Math.round(value / scale));
}
