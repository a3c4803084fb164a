/** The smallest of 1, 2, 5, 10, 20, 50 and so on, of which `total` has at most `max`. */
export function niceUnit(total: number, max: number): number {
  for (let power = 1; ; power *= 10) {
    const unit = [1, 2, 5].map((step) => step * power).find((one) => total / one <= max);
    if (unit !== undefined) return unit;
  }
}
