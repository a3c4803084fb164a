const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

export function formatDollars(price: number | null): string {
  return price === null ? "Price pending" : dollars.format(price);
}

/** The office's day and clock now, as form fields have them. @param now milliseconds since 1970 */
export function fieldsNow(now: number, timeZone: string): { day: string; clock: string } {
  const options = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return {
    day: new Intl.DateTimeFormat("en-CA", { timeZone }).format(now),
    clock: new Intl.DateTimeFormat("en-GB", options).format(now),
  };
}

/** Cents of a price as typed: "18.50", "$18"; null if empty, undefined if it is no price. */
export function readCents(text: string): number | null | undefined {
  const typed = text
    .trim()
    .replace(/^\$\s?/, "")
    .replaceAll(/,(?=\d{3})/g, "");
  if (typed === "") return null;
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : undefined;
}
