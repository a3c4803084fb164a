/** "15", or "1,000+" if there are at least so many. */
export function formatCount(count: number, isExact: boolean): string {
  return `${count.toLocaleString("en-US")}${isExact ? "" : "+"}`;
}
