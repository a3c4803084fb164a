import { facts } from "../../../contract/facts.ts";
import { paths } from "../../../contract/paths.ts";

const { popupWidth, popupHeight, checkIntervalMs } = facts.paymentSetup;

/** A second press finds the same window again instead of opening another one. */
const windowName = "payment-profile";

/** Outlives the screen that opened it: the reader may look at another page of ours meanwhile. */
let opened: Window | null = null;

/**
 * Opens the payment window, still empty. Has to be called within the press itself, or
 * browsers take it for an unwanted one (SPEC 4, 9).
 * @returns null when the browser did not open it
 */
export function openPaymentWindow(): Window | null {
  const left = Math.max(0, Math.round(screenX + (outerWidth - popupWidth) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - popupHeight) / 2));
  const size = `popup,width=${popupWidth},height=${popupHeight},left=${left},top=${top}`;
  const popup = window.open("", windowName, size);
  if (!popup || popup.closed) return null;
  opened = popup;
  try {
    drawWait(popup);
  } catch {
    // The window of an earlier try stands at the provider's already.
  }
  return popup;
}

/** The payment window while it is open and not done. */
export function openPaymentWindowLeft(): Window | null {
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

/**
 * Changes the new window's own empty document. Written anew or loaded from us it would
 * count as another page, and lose sight of this one on the way to the provider.
 */
function drawWait(popup: Window): void {
  const { document: page } = popup;
  const own = getComputedStyle(document.documentElement);
  page.documentElement.lang = "en";
  page.title = "One moment";
  const words = page.createElement("h1");
  words.textContent = "One moment. Our card payment provider opens here.";
  page.body.replaceChildren(words);
  const { style } = page.body;
  style.setProperty("margin", "48px 32px");
  style.setProperty("background", own.getPropertyValue("--marigold"));
  style.setProperty("color", own.getPropertyValue("--ink"));
  style.setProperty("font", "700 1.25rem/1.4 Verdana, sans-serif");
}

/** Closed, or arrived at our success page. */
function isDone(popup: Window): boolean {
  if (popup.closed) return true;
  try {
    const { origin, pathname } = popup.location;
    return origin === location.origin && pathname === paths.success;
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
