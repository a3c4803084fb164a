import { pendingAccountKey } from "../../../contract/endpoints/endpoints.ts";

/*
 * The account that was set up in this tab and is not saved yet (SPEC 4). Another tab, and
 * this one once it is closed, do not know it. A browser may forbid storage altogether: then
 * only a new document forgets.
 */

/** Stands beside the account while it is set up in a window of its own. */
const windowKey = "paymentWindow";

/** Notes the account until it is saved. @param inWindow a window of its own is open for it */
export function savePendingAccount(accountId: string, inWindow: boolean): void {
  try {
    sessionStorage.setItem(pendingAccountKey, accountId);
    if (inWindow) sessionStorage.setItem(windowKey, "");
    else sessionStorage.removeItem(windowKey);
  } catch {
    // Then the window that is watched has to do.
  }
}

/** The account that waits to be saved, or null. */
export function readPendingAccount(): string | null {
  return read(pendingAccountKey);
}

/** Whether a window of its own was open for the account that waits. */
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

/** The account is saved, or the person at this tab is another one. */
export function clearPendingAccount(): void {
  try {
    sessionStorage.removeItem(pendingAccountKey);
    sessionStorage.removeItem(windowKey);
  } catch {
    // Nothing was stored either.
  }
}
