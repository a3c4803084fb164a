import { facts } from "../../../contract/facts.ts";
import { paths } from "../../../contract/paths.ts";

const { popupWidth, popupHeight, checkIntervalMs } = facts.paymentSetup;

/** A second press finds the same window again instead of opening another one. */
const windowName = "payment-profile";

/** Outlives the screen that opened it: the reader may look at another page of ours meanwhile. */
let opened: Window | null = null;

/**
 * Opens the payment window at our own waiting page. Has to be called within the press itself,
 * or browsers take it for an unwanted one (SPEC 4, 9). Opened empty and sent on later, it
 * would look closed from here in Safari (record 0032).
 * @returns null when the browser did not open it
 */
export function openPaymentWindow(): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - popupWidth) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - popupHeight) / 2));
  const size = `popup,width=${popupWidth},height=${popupHeight},left=${left},top=${top}`;
  const popup = window.open(paths.paymentOpening, windowName, size);
  if (!popup || popup.closed) return null;
  opened = popup;
  return popup;
}

/**
 * Waits until the new window shows our waiting page, for ten seconds at most.
 * @returns false when it cannot be sent on: it was closed, or the page never came
 */
export function waitForOpeningPage(popup: Window): Promise<boolean> {
  return new Promise((resolve) => {
    const check = (checksLeft: number) => {
      // A closed window may still say where it was.
      if (popup.closed || checksLeft === 0) resolve(false);
      else if (isAt(popup, paths.paymentOpening)) resolve(true);
      else setTimeout(check, 100, checksLeft - 1);
    };
    check(100);
  });
}

/** The payment window while it is open and not done. */
export function currentPaymentWindow(): Window | null {
  return opened && !isDone(opened) ? opened : null;
}

/**
 * Finds the payment window by its name, after a new document forgot it. Browsers look for a
 * window that is there without a press, and keep a new one from opening.
 */
export function findPaymentWindow(): Window | null {
  const found = window.open("", windowName);
  try {
    if (found && !found.document.body.hasChildNodes()) {
      // There was none, and this browser opened one.
      found.close();
      return null;
    }
  } catch {
    // At the provider's.
  }
  opened = found;
  return found;
}

/** Closed, or arrived at our success page. */
function isDone(popup: Window): boolean {
  return popup.closed || isAt(popup, paths.success);
}

function isAt(popup: Window, path: string): boolean {
  try {
    const { origin, pathname } = popup.location;
    return origin === location.origin && pathname === path;
  } catch {
    // At the provider's, where nobody else may look.
    return false;
  }
}

/**
 * Looks every second whether the window is done, and then closes it (SPEC 4, 9).
 * @returns what ends the watch
 */
export function watchPaymentWindow(popup: Window, onDone: () => void): () => void {
  const timer = setInterval(() => {
    if (!isDone(popup)) return;
    clearInterval(timer);
    popup.close();
    onDone();
  }, checkIntervalMs);
  return () => clearInterval(timer);
}
