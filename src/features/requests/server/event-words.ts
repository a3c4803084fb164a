import { formatPrice } from "../../../platform/contract/facts.ts";
import { type Canceler, cancelers } from "../contract/requests.ts";
import { describeTime } from "./market-time.ts";
import type { RequestTable } from "./tables.ts";

const steps = {
  added: "Added",
  asked: "Asked for on the site",
  imported: "Imported",
  proposed: "Suggested a time to the customer",
  accepted: "Accepted by the customer",
  declined: "The customer wants another time",
  booked: "Booked",
  completed: "Completed",
  reopened: "Reopened",
  good: "The customer says it was good",
  "not-good": "The customer says it was not good",
} as const;

type Column = keyof RequestTable;
type ShownValues = Pick<RequestTable, "starts_at" | "ends_at" | "provider_name" | "price_cents">;

export interface RequestEdit {
  /** Of addresses and notes the audit log has only the columns' names. */
  readonly changed: readonly Column[];
  readonly from: ShownValues;
  readonly to: ShownValues;
  readonly timeZone: string;
}

/** A step of a request. */
export function step(name: keyof typeof steps) {
  return { kind: "request.step", data: { step: name } } as const;
}

/** What happened to requests, as sentences without their periods. */
export const requestEventWords = {
  "request.step": ({ step }: { readonly step: keyof typeof steps }) => inBoth(steps[step]),
  "request.edited": (edit: RequestEdit) => inBoth(describeEdit(edit)),
  /** @param to name at that time; "" for none */
  "request.provider": ({ to }: { readonly to: string }) =>
    inBoth(to === "" ? "No provider anymore" : `Provider: ${to}`),
  "request.canceled": ({ by }: { readonly by: Canceler }) => inBoth(`Canceled by ${cancelers[by]}`),
  /** @param message its reference */
  "request.message": ({ message }: { readonly message: string }) =>
    inBoth(`The customer wrote ${message}`),
} as const;

function inBoth(what: string) {
  return { history: what, audit: `Request: ${what}` };
}

function describeEdit({ changed, from, to, timeZone }: RequestEdit): string {
  const has = (...columns: readonly Column[]) => columns.some((one) => changed.includes(one));
  const timeOf = (values: ShownValues) => describeTime(values, timeZone);
  const priceOf = ({ price_cents: cents }: ShownValues) =>
    cents === null ? "pending" : formatPrice(cents);
  const lines = [
    has("title") && "Title changed",
    has("kind") && "Kind changed",
    has("starts_at", "ends_at") && `Time: ${timeOf(from)} to ${timeOf(to)}`,
    has("provider_id") && `Provider: ${to.provider_name || "none"}`,
    has("price_cents") && `Price: ${priceOf(from)} to ${priceOf(to)}`,
    has("address", "phone") && "Address or phone changed",
    has("provider_note") && "Note for the provider changed",
    has("private_note") && "Private note changed",
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines.join("; ") : "Saved, unchanged";
}
