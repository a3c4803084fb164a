const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * How long ago, as short as a card needs it: "3 hours", "1 day", "12 days".
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export function formatAge(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age < hourMs) return "Just now";
  if (age < dayMs) return count(Math.floor(age / hourMs), "hour");
  return count(Math.floor(age / dayMs), "day");
}

function count(number: number, unit: string): string {
  return `${number.toLocaleString("en-US")}\u00a0${unit}${number === 1 ? "" : "s"}`;
}
