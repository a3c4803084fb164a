import { pendingAccountKey } from "../contract/payments.ts";

/*
 * The payment account that was set up in this tab and is not saved yet, in session
 * storage. If the browser forbids storage, a reload loses it.
 */

/** Key that is set while the account is being set up in the payment window. */
const windowKey = "paymentWindow";

/** Stores the account until it is saved. @param inWindow whether the payment window is open for it */
export function savePendingAccount(accountId: string, inWindow: boolean): void {
  try {
    sessionStorage.setItem(pendingAccountKey, accountId);
    if (inWindow) sessionStorage.setItem(windowKey, "");
    else sessionStorage.removeItem(windowKey);
  } catch {
    // Without storage, only the watched window reports the result.
  }
}

/** The unsaved account, or null. */
export function readPendingAccount(): string | null {
  return read(pendingAccountKey);
}

export function isPendingInWindow(): boolean {
  return read(windowKey) !== null;
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Removes the account: it is saved, or the person logged out. */
export function clearPendingAccount(): void {
  try {
    sessionStorage.removeItem(pendingAccountKey);
    sessionStorage.removeItem(windowKey);
  } catch {
    // Nothing was stored.
  }
}
