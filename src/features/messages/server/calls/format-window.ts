import { toOfficeTime } from "../../../../platform/server/values/calendar.ts";

/** In milliseconds since 1970. */
interface Window {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** "Monday, November 23, 1:00 PM to 3:00 PM", in the office's time zone. */
export function formatWindow({ startsAt, endsAt }: Window): string {
  const format = (time: number, options: Intl.DateTimeFormatOptions) =>
    toOfficeTime(time).toLocaleString("en-US", options);
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const day = format(endsAt, { weekday: "long", month: "long", day: "numeric" });
  return `${day}, ${format(startsAt, clock)} to ${format(endsAt, clock)}`;
}
