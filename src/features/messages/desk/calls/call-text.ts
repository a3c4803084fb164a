import { formatClock, formatDayLong } from "../../../../platform/desk/format/times.ts";
import type { CallBack } from "../../contract/inbox.ts";

/** "1:00 pm to 3:00 pm"; "Any time" if the person did not ask for one. */
export function formatHours({ startsAt, endsAt, isAnyTime }: CallBack): string {
  if (isAnyTime) return "Any time";
  return `${formatClock(Date.parse(startsAt))} to ${formatClock(Date.parse(endsAt))}`;
}

/** "Call today between 1:00 pm and 3:00 pm.", or since when it is late. */
export function describeDue(callBack: CallBack, now: number): string {
  const { startsAt, endsAt, isAnyTime } = callBack;
  const end = formatClock(Date.parse(endsAt));
  const [name = ""] = formatDayLong(endsAt, now).split(", ");
  const day = /^(Today|Tomorrow|Yesterday)$/.test(name) ? name.toLowerCase() : `on ${name}`;
  if (Date.parse(endsAt) < now) return `The time ended ${day} at ${end}.`;
  if (isAnyTime) return `Call any time, until ${day.replace(/^on /, "")} at ${end}.`;
  return `Call ${day} between ${formatClock(Date.parse(startsAt))} and ${end}.`;
}

/** "Not tried yet", "Tried once", "Tried 2 times". */
export function formatTries(tries: number): string {
  if (tries === 0) return "Not tried yet";
  return tries === 1 ? "Tried once" : `Tried ${tries} times`;
}
