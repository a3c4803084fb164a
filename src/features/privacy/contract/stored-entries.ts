import type { StoredItem } from "../../../platform/contract/stored-items.ts";
import { pendingAccountKey } from "../../payments/contract/payments.ts";

/** Items in the browser's storage, by name. */
export const storedEntries = {
  "scroll-positions": {
    purpose: "Takes you back to where you were on a page when you press Back.",
    when: "You go from page to page",
    lifetimeMinutes: null,
  },
  [pendingAccountKey]: {
    purpose: "Holds the number of your new payment profile until it is saved.",
    when: "You set up a payment profile",
    lifetimeMinutes: null,
  },
  paymentWindow: {
    purpose: "Remembers that the payment window is open.",
    when: "You set up a payment profile",
    lifetimeMinutes: null,
  },
} as const satisfies Readonly<Record<string, StoredItem>>;
