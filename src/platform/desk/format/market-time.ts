import { office } from "../../../brand.ts";
import { formatClockIn as formatClock, formatDayIn } from "../../contract/clock.ts";

/** When help is booked for, in ISO 8601. */
export interface MarketTime {
  /** Null: no time is agreed. */
  readonly startsAt: string | null;
  /** End of the window in which somebody comes; null: at `startsAt`. */
  readonly endsAt: string | null;
  /** IANA name, of the market. */
  readonly timeZone: string;
}

/** The time of day on the market's clocks, with its zone where that is not the office's. */
export function formatClockIn(iso: string, timeZone: string): string {
  const zone = timeZone === office.timeZone ? {} : ({ timeZoneName: "short" } as const);
  return formatClock(Date.parse(iso), timeZone, zone).replace(" ", "\u00a0");
}

/** "Friday, November 20, 2:00 pm to 4:00 pm", or "Date pending". */
export function formatTime({ startsAt, endsAt, timeZone }: MarketTime): string {
  if (startsAt === null) return "Date pending";
  const day = formatDayIn(Date.parse(startsAt), timeZone);
  const until = endsAt === null ? "" : ` to ${formatClockIn(endsAt, timeZone)}`;
  return `${day}, ${formatClockIn(startsAt, timeZone)}${until}`;
}
