const maxLength = 100_000;

const answers: Readonly<Record<string, string>> = {
  ACCEPTED: "Accepted",
  DECLINED: "Declined",
  TENTATIVE: "Maybe",
};
const methods: Readonly<Record<string, string>> = {
  REQUEST: "Invitation",
  CANCEL: "Canceled",
  COUNTER: "New time proposed",
};

/** An invitation, or an answer to one (RFC 5545, RFC 5546), as one line: "Accepted: Visit on …". */
export function describeCalendar(text: string): string {
  const lines = text
    .slice(0, maxLength)
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  const event = lines.findIndex((line) => /^BEGIN:VEVENT/i.test(line));
  const inEvent = lines.slice(event + 1);
  const method = valueIn(lines, "METHOD").toUpperCase();
  const attendee = lineOf(inEvent, "ATTENDEE");
  const answer = /PARTSTAT=([A-Z-]{1,20})/i.exec(attendee)?.[1]?.toUpperCase() ?? "";
  const what = method === "REPLY" ? (answers[answer] ?? "Answer") : (methods[method] ?? "Event");
  const summary = plain(valueIn(inEvent, "SUMMARY"));
  const start = describeTime(lineOf(inEvent, "DTSTART"));
  const place = plain(valueIn(inEvent, "LOCATION"));
  return [`${what}: ${summary || "no title"}`, start && ` on ${start}`, place && `, ${place}`].join(
    "",
  );
}

function lineOf(lines: readonly string[], name: string): string {
  return (
    lines.find((line) => {
      const start = line.slice(0, name.length + 1).toUpperCase();
      return start === `${name}:` || start === `${name};`;
    }) ?? ""
  );
}

function valueIn(lines: readonly string[], name: string): string {
  const line = lineOf(lines, name);
  return line.slice(line.indexOf(":") + 1).trim();
}

function plain(value: string): string {
  return value
    .replaceAll(/\\[nN]/g, " ")
    .replaceAll(/\\([,;\\])/g, "$1")
    .slice(0, 300);
}

/** "November 30, 2026, 10:00 (America/Denver)", in the zone that the sender wrote. */
function describeTime(line: string): string {
  const [, year, month, day, hour, minute, utc] =
    /:(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?/.exec(line) ?? [];
  if (!year || !month || !day) return "";
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const shown = date.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  if (!hour) return shown;
  const zone = utc ? "UTC" : (/TZID="?([^":;]{1,60})/i.exec(line)?.[1] ?? "");
  return `${shown}, ${hour}:${minute}${zone && ` (${zone})`}`;
}
