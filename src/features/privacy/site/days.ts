import { office } from "../../../brand.ts";
import { formatDate } from "../../../platform/contract/facts.ts";

/** Rendered on the server only, in the company's time zone. */
const dayFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: office.timeZone,
  dateStyle: "long",
});

/** @param iso a time, ISO 8601 */
export function nameDay(iso: string): string {
  return dayFormat.format(new Date(iso));
}

/** @param day YYYY-MM-DD */
export function nameToday(day: string): string {
  return formatDate(day);
}
