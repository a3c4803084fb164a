import { applicationErrors } from "./application-errors.ts";
import { deskErrors } from "./desk-errors.ts";
import { noCookies, paymentNotSetUp, wrongPassword } from "./failures.ts";
import { outageErrors } from "./outage-errors.ts";
import { pictureErrors } from "./picture-errors.ts";
import { programErrors } from "./program-errors.ts";

/**
 * The error catalogue: HTTP status (RFC 9110, RFC 6585) and message by code. Responses
 * contain the message, so pages import only types from here.
 */
export const errors = {
  invalid: { status: 422, message: "Some answers need another look." },
  malformed: { status: 400, message: "The request could not be read." },
  "unknown-collection": { status: 404, message: "There is no such form." },
  "not-found": { status: 404, message: "There is nothing at this address." },
  "method-not-allowed": { status: 405, message: "This address does not take that method." },
  "cross-site": { status: 403, message: "This request came from another site." },
  "too-large": { status: 413, message: "The request is larger than 64 KB." },
  "headers-too-large": { status: 431, message: "The request's headers are too large." },
  "too-slow": {
    status: 408,
    message: "Sending took too long. Check your connection, then try again.",
  },
  "unsupported-type": { status: 415, message: "Send JSON or a plain form." },
  "too-many": { status: 429, message: "Too many tries." },
  /** A valid link was sent already, so requests in someone else's name do not lock them out. */
  "links-sent": {
    status: 429,
    message: "If an account uses this address, we already emailed it a link that still works.",
  },
  /** Found by the page itself: the browser rejected the session's cookie. */
  "no-cookies": { status: 400, message: noCookies },
  "not-signed-in": { status: 401, message: "Log in to see this." },
  "user-not-found": {
    status: 404,
    message: "This account doesn't exist. We'll redirect you to create one.",
  },
  /**
   * A signed-in person needs to reauthenticate, since somebody else may be using their computer.
   */
  "confirm-needed": { status: 403, message: "Please confirm that it is you." },
  /** Staff without the permission. */
  "not-allowed": { status: 403, message: "Your role does not include this." },
  /** Who acts for another person, in what they may not do; the message says why. */
  "help-refused": { status: 403, message: "Only the person you help can do this." },
  "wrong-password": { status: 401, message: wrongPassword },
  /** With the reason that staff gave, for those who authenticated. */
  "account-locked": { status: 403, message: "We have locked your account. Please call us." },
  "login-expired": {
    status: 410,
    message: "That took too long. Log in again with your password.",
  },
  /** An app sent what it must not, or the login that it began is over. */
  "app-login": {
    status: 400,
    message: "This login can't continue. Go back to the app and start again.",
  },
  "app-logout": {
    status: 400,
    message: "The app asked to log you out in a wrong way. You are still logged in.",
  },
  "wrong-code": { status: 401, message: "That code is not right. Try the next one." },
  /** The same message whatever is wrong. */
  "welcome-refused": {
    status: 401,
    message:
      "These answers do not match, or the code was used already or is too old. Check each, or call us for a new code.",
  },
  "passkey-refused": {
    status: 401,
    message: "That passkey did not work. Try again, or use your password.",
  },
  "download-running": {
    status: 429,
    message:
      "Your data is already being downloaded. Wait until it is done, then press Download again.",
  },
  "too-many-passkeys": {
    status: 409,
    message: "No more passkeys can be added. Remove one first.",
  },
  "email-already-in-use": {
    status: 409,
    message: "This email address is already in use. Please try another.",
  },
  /** Only staff can tell whose it is. */
  "account-in-use": {
    status: 409,
    message: "This account is in use, so we cannot remove it from here. Please call us.",
  },
  "email-not-confirmed": { status: 409, message: "Confirm your email address first." },
  "link-expired": { status: 410, message: "This link was already used or is too old." },
  /** Another change was saved first, perhaps in another tab. */
  conflict: { status: 409, message: "These details were changed somewhere else." },
  /** A staff member, or the person, changed the case first. */
  "case-changed": { status: 409, message: "This was changed by someone else." },
  "payment-failed": {
    status: 502,
    message: paymentNotSetUp,
  },
  "payment-complete": { status: 409, message: "Your payment profile is already set up." },
  ...pictureErrors,
  ...applicationErrors,
  ...deskErrors,
  ...programErrors,
  ...outageErrors,
} as const;

export type ErrorCode = keyof typeof errors;

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** Messages by field name; only with the code "invalid". */
  readonly fields?: Readonly<Record<string, string>>;
  /** Seconds to wait; only with the codes "too-many" and "links-sent". */
  readonly retryAfter?: number;
  /** What is stored now; only with the code "conflict". */
  readonly current?: unknown;
}
