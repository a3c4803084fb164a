import { formatPrice } from "../../../platform/contract/facts.ts";
import type { RequestResponse } from "./profile.ts";

/** Formats the status: "Completed" or "In Progress". */
export function formatStatus({
  requestCompleted,
}: Pick<RequestResponse, "requestCompleted">): string {
  return requestCompleted ? "Completed" : "In Progress";
}

/**
 * Formats the day of completion: "June 27, 2026", or "Date pending".
 * @param timeZone IANA name; the environment's by default
 */
export function formatCompletionDate(
  { dateCompleted }: Pick<RequestResponse, "dateCompleted">,
  timeZone?: string,
): string {
  if (dateCompleted === null) return "Date pending";
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
  return format.format(dateCompleted * 1000);
}

/** Formats the price: "$42.50", or "Price pending". */
export function formatRequestPrice({ price }: Pick<RequestResponse, "price">): string {
  return price === null ? "Price pending" : formatPrice(Math.round(price * 100));
}
