import { office } from "../../../../brand.ts";
import { formatClockIn } from "../../../../platform/contract/clock.ts";
import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";

/** In milliseconds since 1970. */
interface Window {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** "Monday, November 23, 1:00 pm to 3:00 pm", in the office's time zone. */
export function formatWindow({ startsAt, endsAt }: Window): string {
  const options = { weekday: "long", month: "long", day: "numeric" } as const;
  const day = toOfficeTime(endsAt).toLocaleString("en-US", options);
  const clock = (time: number) => formatClockIn(time, office.timeZone);
  return `${day}, ${clock(startsAt)} to ${clock(endsAt)}`;
}
