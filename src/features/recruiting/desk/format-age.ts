import { days, hours } from "../../../platform/contract/durations.ts";

/** How long ago, as short as a card needs it: "3 hours", "1 day", "12 days". @param iso ISO 8601 */
export function formatAge(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age < hours(1)) return "Just now";
  if (age < days(1)) return count(Math.floor(age / hours(1)), "hour");
  return count(Math.floor(age / days(1)), "day");
}

function count(number: number, unit: string): string {
  return `${number.toLocaleString("en-US")}\u00a0${unit}${number === 1 ? "" : "s"}`;
}
