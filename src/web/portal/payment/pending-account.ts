import { pendingAccountKey } from "../../../contract/api.ts";

/*
 * The account that was set up in this tab and is not saved yet (SPEC 4). Another tab, and
 * this one once it is closed, do not know it. A browser may forbid storage altogether: then
 * only a new document forgets.
 */

/** Notes the account until it is saved. */
export function keepPendingAccount(accountId: string): void {
  try {
    sessionStorage.setItem(pendingAccountKey, accountId);
  } catch {
    // Then the window that is watched has to do.
  }
}

/** The account that waits to be saved, or null. */
export function readPendingAccount(): string | null {
  try {
    return sessionStorage.getItem(pendingAccountKey);
  } catch {
    return null;
  }
}

/** The account is saved, or the person at this tab is another one. */
export function dropPendingAccount(): void {
  try {
    sessionStorage.removeItem(pendingAccountKey);
  } catch {
    // Nothing was stored either.
  }
}
