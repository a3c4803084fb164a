import { office } from "../../../brand.ts";
import { formatClockIn } from "../../../platform/contract/clock.ts";

/**
 * Time zones by the first digits of a ZIP code; the longest match counts. A market is the area of
 * three digits, and has the time zone of most people in it.
 */
const zones: Readonly<Record<string, readonly string[]>> = {
  "America/New_York": ["0", "1", "2", "3", "4"],
  "America/Puerto_Rico": ["006", "007", "008", "009"],
  "America/Chicago": [
    ...["324", "325", "35", "36", "370", "371", "372", "38", "390", "391", "392", "393", "394"],
    ...["395", "396", "397", "420", "421", "422", "423", "424", "427", "463", "464", "476", "477"],
    ...["5", "6", "7"],
  ],
  "America/Denver": ["577", "586", "587", "588", "59", "691", "692", "693", "798", "799", "8"],
  "America/Phoenix": ["850", "851", "852", "853", "855", "856", "857", "859", "860", "863", "864"],
  "America/Los_Angeles": ["835", "838", "889", "89", "9"],
  "Pacific/Honolulu": ["967", "968"],
  "Pacific/Guam": ["969"],
  "America/Anchorage": ["995", "996", "997", "998", "999"],
};

const zoneOfPrefix = new Map(
  Object.entries(zones).flatMap(([zone, prefixes]) =>
    prefixes.map((prefix) => [prefix, zone] as const),
  ),
);

/** Every time zone that a market may have. */
export const allTimeZones: readonly string[] = [
  ...new Set([...Object.keys(zones), office.timeZone]),
];

/** The market of an address: the first three digits of its ZIP code; "" without one. */
export function marketOf(zip: string): string {
  return /^\d{3}/.exec(zip.trim())?.[0] ?? "";
}

/** IANA name; the company's time zone for an unknown ZIP code. */
export function timeZoneOf(zip: string): string {
  const market = marketOf(zip);
  for (let length = market.length; length > 0; length -= 1) {
    const zone = zoneOfPrefix.get(market.slice(0, length));
    if (zone) return zone;
  }
  return office.timeZone;
}

/** Which of two equal times on the day when clocks are set back. */
export type TimeChoice = "first" | "second";

/**
 * A time in a market, in milliseconds since 1970; or why there is no such time, or two.
 * @param day YYYY-MM-DD
 * @param clock HH:MM
 */
export function toTime(
  day: string,
  clock: string,
  timeZone: string,
  choice?: TimeChoice,
): number | "never" | "twice" {
  const local = Temporal.PlainDateTime.from(`${day}T${clock}`);
  const at = (disambiguation: "earlier" | "later") =>
    local.toZonedDateTime(timeZone, { disambiguation });
  const [earlier, later] = [at("earlier"), at("later")];
  if (earlier.epochMilliseconds === later.epochMilliseconds) return earlier.epochMilliseconds;
  if (!earlier.toPlainDateTime().equals(local)) return "never";
  if (choice === undefined) return "twice";
  return (choice === "first" ? earlier : later).epochMilliseconds;
}

/** Day and clock of a time in a market, as form fields have them. */
export function toFields(time: number, timeZone: string): { day: string; clock: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
  return {
    day: zoned.toPlainDate().toString(),
    clock: zoned.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}

/** "Friday, November 20, 2:00 pm", in words for the customer; or "Fri, Nov 20, 2:00 pm". */
export function describeTime(
  { starts_at: start, ends_at: end }: { starts_at: number | null; ends_at: number | null },
  timeZone: string,
  length: "long" | "short" = "long",
): string {
  if (start === null) return "a time that we will agree on";
  const options = { weekday: length, month: length, day: "numeric", timeZone } as const;
  const day = new Intl.DateTimeFormat("en-US", options).format(start);
  if (end === null) return `${day}, ${formatClockIn(start, timeZone)}`;
  return `${day}, ${formatClockIn(start, timeZone)} to ${formatClockIn(end, timeZone)}`;
}
