import { createHmac } from "node:crypto";
import { paths } from "../../../platform/contract/paths.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { sandboxNeeds } from "../contract/payment-needs.ts";
import type { PaymentProcessor } from "./port.ts";
import { findNeedCodes } from "./queries.ts";

/** Characters of an account id after its prefix. */
const idLength = 16;

/**
 * Replaces the card payment provider while no key is set: the whole flow runs on our own page,
 * without money or bank.
 */
export function sandboxProcessor({ database, secret }: AppContext): PaymentProcessor {
  return {
    name: "sandbox",
    createAccount: async (uid) => {
      const id = createHmac("sha256", secret).update(`payment:${uid}`).digest("hex");
      return { accountId: `acct_test_${id.slice(0, idLength)}`, needs: sandboxNeeds };
    },
    createOnboardingLink: async (_accountId, { returnUrl }) =>
      new URL(paths.paymentSandbox, returnUrl).href,
    readNeeds: (accountId) => findNeedCodes(database.db, accountId),
  };
}
