import { office } from "../../../brand.ts";
import { days, hours, minutes } from "../../contract/durations.ts";

const dayMinutes = (office.closes - office.opens) * 60;

/** Working time: "40 min", "3 h 10 min". @param minutes of working hours */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  const parts = [hours > 0 && `${hours}\u00a0h`, (rest > 0 || hours === 0) && `${rest}\u00a0min`];
  return parts.filter(Boolean).join(" ");
}

/**
 * How long ago, as short as a row of a list: "52 min", "23 h", "8 days".
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export function formatAge(iso: string, now: number): string {
  return formatSpan(Math.max(0, now - Date.parse(iso)));
}

/** A duration in its largest unit, rounded down. @param span milliseconds */
export function formatSpan(span: number): string {
  if (span < hours(1)) return `${Math.floor(span / minutes(1))} min`;
  if (span < days(1)) return `${Math.floor(span / hours(1))} h`;
  return formatDaysWaited(Math.floor(span / days(1)));
}

/** Working time waited, rounded down: "2 days", "3 hours", "under an hour". */
export function formatWorkingWait(minutes: number): string {
  const days = Math.floor(minutes / dayMinutes);
  if (days > 0) return days === 1 ? "1 day" : `${days} days`;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return "under an hour";
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** Days of the calendar waited: "Today", "1 day", "12 days". */
export function formatDaysWaited(days: number): string {
  if (days === 0) return "Today";
  return days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`;
}

/** Working days begun: 1 for the first minute, 2 after a whole day. */
export function countDaysBegun(minutes: number): number {
  return Math.floor(minutes / dayMinutes) + 1;
}
