import type { OverviewRange } from "../contract/overview.ts";

export function nameUnit(range: OverviewRange): "day" | "week" | "month" {
  if (range <= 30) return "day";
  return range <= 90 ? "week" : "month";
}

/** What one unit counts: "Each square is one message", "Each square is 10 messages". */
export function describeUnit(scale: number, one: string, several: string): string {
  const what = scale === 1 ? `one ${one}` : `${scale.toLocaleString("en-US")} ${several}`;
  return `Each square is ${what}`;
}
