import { facts } from "../../../platform/contract/facts.ts";
import { paths } from "../../../platform/contract/paths.ts";

const { popupWidth, popupHeight, checkIntervalMs } = facts.paymentSetup;

/** Name of the window, so that a second click reuses it. */
const windowName = "payment-profile";

/** Module state, because client navigation may unmount the screen that opened it. */
let opened: Window | null = null;

/**
 * Opens the payment window at our own waiting page. Must be called in the click handler, or popup
 * blockers stop it. A window opened at about:blank and redirected later would look
 * closed from here in Safari (record 0032).
 * @returns null if the browser did not open it
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
 * Waits until the new window shows our waiting page, for at most ten seconds.
 * @returns false if it was closed or the page did not load
 */
export function waitForOpeningPage(popup: Window): Promise<boolean> {
  return new Promise((resolve) => {
    const check = (checksLeft: number) => {
      // A closed window may still report its last URL.
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
 * Finds the payment window by name after this document was reloaded. Without a click browsers
 * return an existing window but block a new one.
 */
export function findPaymentWindow(): Window | null {
  const found = window.open("", windowName);
  try {
    if (found && !found.document.body.hasChildNodes()) {
      // There was none and the browser opened a new one.
      found.close();
      return null;
    }
  } catch {
    // Cross-origin: it is at the provider.
  }
  opened = found;
  return found;
}

function isDone(popup: Window): boolean {
  return popup.closed || isAt(popup, paths.success);
}

function isAt(popup: Window, path: string): boolean {
  try {
    const { origin, pathname } = popup.location;
    return origin === location.origin && pathname === path;
  } catch {
    // Cross-origin: it is at the provider.
    return false;
  }
}

/**
 * Checks every second whether the window is done, then closes it.
 * @returns a function that stops watching
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
