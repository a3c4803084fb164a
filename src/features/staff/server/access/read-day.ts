import { ApiError } from "../../../../platform/server/api-error.ts";
import { startOf } from "../../../../platform/server/values/calendar.ts";

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Start of a day in the company's time zone, or of the next day.
 * @param text YYYY-MM-DD
 * @throws ApiError "malformed" for a day that does not exist
 */
export function startOfDay(text: string, plusDays: 0 | 1): number {
  if (!dayPattern.test(text)) throw new ApiError("malformed");
  try {
    return startOf(Temporal.PlainDate.from(text).add({ days: plusDays }));
  } catch {
    // Temporal throws a RangeError.
    throw new ApiError("malformed");
  }
}
