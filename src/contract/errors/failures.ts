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
  return seconds === undefined ? failure : `${failure} Wait ${formatWait(seconds)} first.`;
}

/** A wait in words, rounded up: "1 minute", "3 minutes". */
export function formatWait(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** The browser did not keep the cookie of a log-in that went through. */
export const noCookies =
  "Your browser does not take cookies from us, so it cannot keep you logged in. Allow cookies for this site, then log in again.";

/** Said on a page while the database is away: what is typed cannot be saved, what is saved not shown. */
export const outageNotices = {
  page: "We cannot save right now, or show what is saved. Please load this page again in a minute.",
  /** The thank-you page of a form; `reference` as its address names it. */
  sent: (reference: string) =>
    `If you just sent this form, we have it: please do not send it again. Your reference is ${reference}. We cannot show more right now.`,
  /** A page that a mailed link opened; its heading says that the link cannot be checked. */
  link: "Nothing happened to your link. Please load this page again in a minute.",
  draft:
    "We cannot show your saved answers right now. They are safe. Please load this page again in a minute.",
  application:
    "We cannot show your application right now. If you just sent it, we have it: please do not send it again.",
  logOut: "We could not log you out just now. Please go back and try again in a minute.",
} as const;
