/* Sentences of a failed save, apart from the catalogue of codes, because every page carries them. */

/** The alert of every plain public form when saving fails (SPEC 8). */
export const saveFailed = "An error occurred. Please try again.";

/** The alert of edit profile when saving fails (SPEC 8). */
export const changesNotSaved = "Error saving changes. Please try again.";

/** The alert of the payment profile when setting it up fails (SPEC 8). */
export const paymentNotSetUp = "Error setting up payment profile. Please try again.";

/** A log-in with an address that is known and another password (SPEC 8). */
export const wrongPassword = "Failed to log in. Please check your credentials.";

/** A form's usual failure, with the wait when there were too many tries: `seconds` from the answer. */
export function failureWithWait(failure: string, seconds: number | undefined): string {
  return seconds === undefined ? failure : `${failure} Wait ${waitInWords(seconds)} first.`;
}

/** A wait in words, rounded up: "1 minute", "3 minutes". */
export function waitInWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** The browser did not keep the cookie of a log-in that went through. */
export const noCookies =
  "Your browser does not take cookies from us, so it cannot keep you logged in. Allow cookies for this site, then log in again.";
