/** "15", or "1,000+" for a lower bound. */
export function formatCount(count: number, isExact: boolean): string {
  return `${count.toLocaleString("en-US")}${isExact ? "" : "+"}`;
}
