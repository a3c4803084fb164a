/** Lines with which email programs introduce what they quote. */
const introductions: readonly RegExp[] = [
  /^-{2,} ?(?:original|forwarded) message ?-{2,}$/i,
  /^_{10,}$/,
  /^on .{4,200}(?:wrote|writes):$/i,
  /^from: .+/i,
  /^sent from my .{1,40}$/i,
  // The signature (RFC 3676, 4.3).
  /^-- ?$/,
];

/** "On Monday, November 23, 2026 at 9:12 AM" may have "wrote:" on the next line. */
const startOfIntroduction = /^on .{4,120}$/i;
const endOfIntroduction = /^.{0,120}(?:wrote|writes):$/i;

/** What somebody wrote, without what their email program quoted below it. */
export function foldQuotes(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const isEnd = (line: string, index: number) => {
    const trimmed = line.trim();
    if (introductions.some((pattern) => pattern.test(trimmed))) return true;
    const next = lines[index + 1]?.trim() ?? "";
    return startOfIntroduction.test(trimmed) && endOfIntroduction.test(next);
  };
  const end = lines.findIndex((line, index) => index > 0 && isEnd(line, index));
  const own = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line));
  return own
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
