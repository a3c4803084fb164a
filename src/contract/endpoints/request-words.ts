import { formatPrice } from "../facts.ts";
import type { RequestResponse } from "./profile.ts";

/** "Completed" or "In Progress" (SPEC 4). */
export function statusWords({
  requestCompleted,
}: Pick<RequestResponse, "requestCompleted">): string {
  return requestCompleted ? "Completed" : "In Progress";
}

/**
 * The day a request was completed, "June 27, 2026", or "Date pending" (SPEC 4).
 * @param timeZone IANA name; the reader's own by default
 */
export function dateWords(
  { dateCompleted }: Pick<RequestResponse, "dateCompleted">,
  timeZone?: string,
): string {
  if (dateCompleted === null) return "Date pending";
  const words = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
  return words.format(dateCompleted * 1000);
}

/** The price, "$42.50", or "Price pending" (SPEC 4). */
export function priceWords({ price }: Pick<RequestResponse, "price">): string {
  return price === null ? "Price pending" : formatPrice(Math.round(price * 100));
}
