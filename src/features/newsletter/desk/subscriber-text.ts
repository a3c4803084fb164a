import { paths } from "../../../platform/contract/paths.ts";
import {
  type ConsentRecord,
  type LeavingWay,
  leavingNames,
  type SubscriberRow,
} from "../contract/newsletter-desk.ts";
import { subscriberSourceNames } from "../contract/subscriber-states.ts";

/** A page with the form: "/families", "the home page". */
export function namePage(page: string): string {
  return page === paths.home ? "the home page" : page;
}

/** Where an address came from: "Footer of /families", "Import". */
export function describeSource({ source, page }: Pick<ConsentRecord, "source" | "page">): string {
  if (source === "footer" && page !== "") return `Footer of ${namePage(page)}`;
  return source === "portal" ? "Settings in the portal" : subscriberSourceNames[source];
}

/** How the address came to its state, as the list shows it. */
export function describeHow(row: SubscriberRow): string {
  if (row.state === "left") return leavingNames[row.how as LeavingWay] ?? "Not on record";
  if (row.state === "suppressed") return row.how;
  const source = describeSource(row);
  return row.state === "reader" && row.how !== "" ? `${source}: ${row.how}` : source;
}

/** "1 subscriber", "1,284 subscribers". */
export function countSubscribers(count: number): string {
  return count === 1 ? "1 subscriber" : `${count.toLocaleString("en-US")} subscribers`;
}
