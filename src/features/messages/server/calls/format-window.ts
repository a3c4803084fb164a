import { office } from "../../../../brand.ts";
import { formatClockIn, formatDayIn } from "../../../../platform/contract/clock.ts";

/** In milliseconds since 1970. */
interface Window {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** "Monday, November 23, 1:00 pm to 3:00 pm", in the office's time zone. */
export function formatWindow({ startsAt, endsAt }: Window): string {
  const clock = (time: number) => formatClockIn(time, office.timeZone);
  return `${formatDayIn(endsAt, office.timeZone)}, ${clock(startsAt)} to ${clock(endsAt)}`;
}
