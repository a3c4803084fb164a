import type { AppContext } from "../../../platform/server/app-context.ts";
import type { PaymentProcessor } from "./port.ts";
import { findPaymentAccount, storePaymentAccount } from "./queries.ts";

/**
 * Returns a function that finds or creates a person's only account with the provider. The provider
 * is called outside any transaction.
 */
export function accountOpener(processor: PaymentProcessor, { database, now }: AppContext) {
  const opening = new Map<string, Promise<string>>();

  const open = async (uid: string): Promise<string> => {
    const known = await findPaymentAccount(database.db, uid);
    if (known?.provider === processor.name) return known.accountId;
    const made = await processor.createAccount(uid);
    return database.write((trx) =>
      storePaymentAccount(trx, { uid, provider: processor.name, ...made, now: now() }),
    );
  };

  return (uid: string): Promise<string> => {
    let running = opening.get(uid);
    if (!running) {
      // Concurrent clicks wait for the same request.
      running = open(uid).finally(() => opening.delete(uid));
      opening.set(uid, running);
    }
    return running;
  };
}
