import { brand } from "../../../brand.ts";
import { minutes } from "../../../platform/contract/durations.ts";
import type { Config } from "../../../platform/server/config/config.ts";
import { messageIdOf, senderOf } from "../../../platform/server/mail/message-id.ts";

interface CalendarEvent {
  /** Of the interview; the same in every version of the event. */
  readonly id: string;
  readonly sequence: number;
  /** Milliseconds since 1970, as `now`. */
  readonly startsAt: number;
  readonly minutes: number;
  /** The link or the address; "" by phone. */
  readonly place: string;
  /** Lines of text. */
  readonly says: readonly string[];
  readonly isCanceled: boolean;
}

/** What programs do with the file (RFC 5546, 3.2.1 and 3.2.5): add or change the event, or remove it. */
const methodOf = (isCanceled: boolean) => (isCanceled ? "CANCEL" : "PUBLISH");

export function calendarTypeOf(isCanceled: boolean): string {
  return `text/calendar; charset=utf-8; method=${methodOf(isCanceled)}`;
}

/** Bytes of a line at most, without its end (RFC 5545, 3.1). */
const maxLineBytes = 75;

/**
 * A calendar file with an interview (RFC 5545). The personal link is left out: others may see a
 * calendar.
 */
export function toCalendarFile(
  event: CalendarEvent,
  config: Pick<Config, "mailFrom">,
  now: number,
): string {
  const address = /<([^<>]+)>$/.exec(senderOf(config))?.[1] ?? senderOf(config);
  const what = `Interview with ${brand.name}`;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(brand.name)}//Interviews//EN`,
    `METHOD:${methodOf(event.isCanceled)}`,
    "BEGIN:VEVENT",
    `UID:${messageIdOf(event.id, config)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${toUtc(now)}`,
    `DTSTART:${toUtc(event.startsAt)}`,
    `DTEND:${toUtc(event.startsAt + minutes(event.minutes))}`,
    `SUMMARY:${escapeText(event.isCanceled ? `Canceled: ${what}` : what)}`,
    `DESCRIPTION:${escapeText(event.says.join("\n"))}`,
    ...(event.place === "" ? [] : [`LOCATION:${escapeText(event.place)}`]),
    `ORGANIZER;CN="${brand.name}":mailto:${address}`,
    `STATUS:${event.isCanceled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** "20261123T173000Z". */
function toUtc(at: number): string {
  return `${new Date(at).toISOString().replace(/[-:]|\.\d+Z$/g, "")}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}

/** Breaks a long line between characters; the rest begins with a space. */
function fold(line: string): string {
  const parts = [""];
  for (const character of line) {
    const part = `${parts.at(-1)}${character}`;
    if (Buffer.byteLength(part) > maxLineBytes) parts.push(` ${character}`);
    else parts[parts.length - 1] = part;
  }
  return parts.join("\r\n");
}
