/* Sentences of a failed call that the pages hold themselves, apart from the catalogue: every
 * page carries these. */

/** The alert of every plain public form when saving fails (SPEC 8). */
export const saveFailed = "An error occurred. Please try again.";

/** The alert of edit profile when saving fails (SPEC 8). */
export const changesNotSaved = "Error saving changes. Please try again.";

/** The alert of the payment profile when setting it up fails (SPEC 8). */
export const paymentNotSetUp = "Error setting up payment profile. Please try again.";

/** A log-in with an address that is known and another password (SPEC 8). */
export const wrongPassword = "Failed to log in. Please check your credentials.";

/** The browser did not keep the cookie of a log-in that went through. */
export const noCookies =
  "Your browser does not take cookies from us, so it cannot keep you logged in. Allow cookies for this site, then log in again.";
