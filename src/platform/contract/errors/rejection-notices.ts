import { failureWithWait } from "./error-message.ts";
import { type ErrorBody, type ErrorCode, errors } from "./errors.ts";

/**
 * What a page says instead of an error in JSON, to a browser that runs no script or opened the
 * address itself: what happened, and what to do.
 */
const notices: Partial<Record<ErrorCode, string>> = {
  "too-large":
    "What you sent is longer than we can take. Go back, make it shorter, and send it again.",
  "headers-too-large":
    "Your browser sent us too much at once. Delete the cookies of this site, then try again.",
  "unsupported-type": "We could not read what your browser sent. Go back, and send it again.",
  malformed: "We could not read what your browser sent. Go back, and send it again.",
  invalid: "Some answers need another look. Go back, check them, and send them again.",
  "method-not-allowed": "This address only takes what a form sends. Open the page of the form.",
  "cross-site":
    "This came from another site, so we did not use it. Open our page yourself, and try again there.",
  "not-signed-in": "Log in to see this, then open it again.",
  "not-allowed": "Your role does not include this. Ask an admin of the desk.",
  "confirm-needed": "Please confirm that it is you: log in again, then try once more.",
  "link-expired": "This link was already used, or it is too old. Ask for a new one.",
};

/** The notice for a rejected request. */
export function rejectionNotice({ code, message, retryAfter }: ErrorBody): string {
  const notice = notices[code] ?? (code in errors ? message : errors["server-error"].message);
  return code === "too-many" ? failureWithWait(notice, retryAfter) : notice;
}
