import { office } from "../../brand.ts";

/** Working minutes of a day. */
const dayMinutes = (office.closes - office.opens) * 60;

/** Working time: "40 min", "3 h 10 min". @param minutes of working hours */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 && `${hours}\u00a0h`, (rest > 0 || hours === 0) && `${rest}\u00a0min`];
  return parts.filter(Boolean).join(" ");
}

/** How long someone has waited, rounded down: "2 days", "3 hours", "Under an hour". */
export function formatWait(minutes: number): string {
  const days = Math.floor(minutes / dayMinutes);
  if (days > 0) return days === 1 ? "1 day" : `${days} days`;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return "Under an hour";
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** Working days begun: 1 for the first minute, 2 after a whole day. */
export function countDaysBegun(minutes: number): number {
  return Math.floor(minutes / dayMinutes) + 1;
}

/** Working hours of a day. */
export const dayHours = dayMinutes / 60;
