import { office } from "../../../brand.ts";
import { formatPrice } from "../../../platform/contract/facts.ts";
import { type Canceler, cancelers } from "../contract/requests.ts";
import { describeTime } from "./market-time.ts";
import type { RequestTable } from "./tables.ts";

/** What the customer reads about a request, here, in the portal and in emails. */
export function describeForCustomer(row: RequestTable): string {
  const when = describeTime(row, row.time_zone || office.timeZone);
  const price = row.price_cents === null ? "" : ` The price is ${formatPrice(row.price_cents)}.`;
  const { provider_name: provider } = row;
  switch (row.state) {
    case "asked":
      return "We are looking for someone.";
    case "proposed":
      return `We suggest ${when}.${price} Is that right for you?`;
    case "booked": {
      const who = provider === "" ? "" : `${provider} is coming. `;
      return `${who}It is booked for ${when}.${price}`;
    }
    case "done":
      return `It is done.${price}`;
    default: {
      const by = cancelers[row.canceled_by as Canceler] ?? "us";
      const who = row.canceled_by === "customer" ? "you" : by;
      return `Canceled by ${who}: ${row.cancel_reason}`;
    }
  }
}
