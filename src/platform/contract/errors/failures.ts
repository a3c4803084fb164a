/* Messages of failed requests that pages contain themselves; separate from the catalogue, since
 * every page contains these. */

/** The alert of every plain public form when saving fails. */
export const saveFailed = "An error occurred. Please try again.";

export const changesNotSaved = "Error saving changes. Please try again.";

export const paymentNotSetUp = "Error setting up payment profile. Please try again.";

export const wrongPassword = "Failed to log in. Please check your credentials.";

/** The login succeeded but the browser rejected its cookie. */
export const noCookies =
  "Your browser does not accept cookies from us, so it cannot keep you logged in. Allow cookies for this site, then log in again.";

/** Heading of the page that a browser without scripts gets instead of an error in JSON. */
export const rejectedHeading = "That did not work";
