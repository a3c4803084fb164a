import type { OverviewRange } from "../contract/overview.ts";

export function nameUnit(range: OverviewRange): "day" | "week" | "month" {
  if (range <= 30) return "day";
  return range <= 90 ? "week" : "month";
}

/** What one window counts: "One window is one message", "One window is 10 messages". */
export function windowOf(scale: number, one: string, several: string): string {
  const what = scale === 1 ? `one ${one}` : `${scale.toLocaleString("en-US")} ${several}`;
  return `One window is ${what}`;
}
