import { office } from "../../brand.ts";

const day = new Intl.DateTimeFormat("en-US", {
  timeZone: office.timeZone,
  year: "numeric",
  month: "long",
  day: "numeric",
});

/** A day in the company's time zone: "November 19, 2026". @param iso ISO 8601 */
export function formatDay(iso: string): string {
  return day.format(new Date(iso));
}
