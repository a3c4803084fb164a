import { startOf } from "../../../../platform/server/values/calendar.ts";

/** Start of a day (YYYY-MM-DD) in the company's time zone, or of the next day. */
export function startOfDay(text: string, plusDays: 0 | 1): number {
  return startOf(Temporal.PlainDate.from(text).add({ days: plusDays }));
}
