/* A section of the catalogue: log-in and staff of the desk. */

export const deskErrors = {
  "wrong-token": { status: 401, message: "The token is missing or wrong." },
  /** The same message for both causes, so that it does not reveal who works here. */
  "staff-login-refused": { status: 401, message: "That email or password is not right." },
  "last-admin": {
    status: 409,
    message: "The desk needs at least one active admin. Make a coworker an admin first.",
  },
  "last-second-factor": {
    status: 409,
    message: "Add another passkey or an authenticator first: everyone at the desk needs one.",
  },
  "wrong-scope": { status: 403, message: "The token does not include this." },
  "tokens-full": {
    status: 409,
    message: "No more tokens can be added. Revoke one first.",
  },
  "webhooks-full": {
    status: 409,
    message: "No more webhooks can be added. Remove one first.",
  },
  "webhook-off": { status: 409, message: "This webhook is off. Turn it on first." },
  "already-staff": { status: 409, message: "A coworker already uses this email." },
  "staff-full": { status: 409, message: "No more staff can be added." },
  "staff-changed": { status: 409, message: "A coworker changed this just now. Load it again." },
  "cannot-merge": {
    status: 409,
    message: "Only two applications for the same kind of work can be merged, each once.",
  },
  "market-closed": { status: 409, message: "Applications are not open there yet." },
  "caller-unchecked": { status: 403, message: "Check the caller first." },
  "email-unconfirmed": {
    status: 409,
    message: "The customer has not confirmed this email, so a code sent there shows nothing.",
  },
  "check-locked": { status: 429, message: "Three answers did not match, so the check is locked." },
  "checks-locked": {
    status: 429,
    message: "Too many answers did not match in your checks. A coworker can check this caller.",
  },
  "own-second-factor": {
    status: 409,
    message: "Change your own passkeys and codes on the page “My sign-in”.",
  },
} as const;
