import { office } from "../../../brand.ts";
import { formatClockIn as formatClock } from "../../../platform/contract/clock.ts";
import type { RequestRow } from "../contract/desk.ts";

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export function formatDollars(price: number | null): string {
  return price === null ? "Price pending" : dollars.format(price);
}

/** The time of day on the market's clocks, with its zone where that is not the office's. */
export function formatClockIn(iso: string, timeZone: string): string {
  const zone = timeZone === office.timeZone ? {} : ({ timeZoneName: "short" } as const);
  return formatClock(Date.parse(iso), timeZone, zone).replace(" ", "\u00a0");
}

/** "Friday, November 20, 2:00 pm to 4:00 pm", or "Date pending". */
export function formatTime({ startsAt, endsAt, timeZone }: RequestRow): string {
  if (startsAt === null) return "Date pending";
  const options = { weekday: "long", month: "long", day: "numeric", timeZone } as const;
  const day = new Intl.DateTimeFormat("en-US", options).format(Date.parse(startsAt));
  const until = endsAt === null ? "" : ` to ${formatClockIn(endsAt, timeZone)}`;
  return `${day}, ${formatClockIn(startsAt, timeZone)}${until}`;
}

/** The office's day and clock now, as form fields have them. @param now milliseconds since 1970 */
export function fieldsNow(now: number, timeZone: string): { day: string; clock: string } {
  const options = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return {
    day: new Intl.DateTimeFormat("en-CA", { timeZone }).format(now),
    clock: new Intl.DateTimeFormat("en-GB", options).format(now),
  };
}

/** Cents of a price as typed: "18.50", "$18"; null if empty, undefined if it is no price. */
export function readCents(text: string): number | null | undefined {
  const typed = text
    .trim()
    .replace(/^\$\s?/, "")
    .replaceAll(/,(?=\d{3})/g, "");
  if (typed === "") return null;
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : undefined;
}
