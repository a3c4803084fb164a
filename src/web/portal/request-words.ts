import type { RequestAnswer } from "../../contract/api.ts";
import { formatPrice } from "../../contract/facts.ts";
import { paths } from "../../contract/paths.ts";

/** "Completed" or "In Progress" (SPEC 4). */
export function statusWords({ requestCompleted }: RequestAnswer): string {
  return requestCompleted ? "Completed" : "In Progress";
}

/** The day in the reader's own time zone: "November 17, 2026" (SPEC 4). */
export function dateWords({ dateCompleted }: RequestAnswer): string {
  if (dateCompleted === null) return "Date pending";
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(dateCompleted * 1000);
}

/** "$18.50" (SPEC 4). */
export function priceWords({ price }: RequestAnswer): string {
  return price === null ? "Price pending" : formatPrice(Math.round(price * 100));
}

/** The year of the day in the reader's own time zone, or "" while there is no day. */
export function yearOf({ dateCompleted }: RequestAnswer): string {
  return dateCompleted === null ? "" : String(new Date(dateCompleted * 1000).getFullYear());
}

/** Address of a request's own page. */
export function requestPath(id: string): string {
  return `${paths.request}?id=${encodeURIComponent(id)}`;
}
