/* A section of the catalogue: log-in and staff of the desk. */

export const deskErrors = {
  "wrong-token": { status: 401, message: "The token is missing or wrong." },
  /** The same message for both causes, so that it does not reveal who works here. */
  "staff-login-refused": { status: 401, message: "That email or password is not right." },
  "last-admin": {
    status: 409,
    message: "The desk needs at least one active admin. Make somebody else an admin first.",
  },
  "last-second-factor": {
    status: 409,
    message: "Add another passkey or an authenticator first: everybody at the desk needs one.",
  },
  "wrong-scope": { status: 403, message: "The token does not include this." },
  "tokens-full": {
    status: 409,
    message: "There are as many tokens as there can be. Revoke one first.",
  },
  "webhooks-full": {
    status: 409,
    message: "There are as many webhooks as there can be. Remove one first.",
  },
  "webhook-off": { status: 409, message: "This webhook is off. Switch it on first." },
  "already-staff": { status: 409, message: "Somebody at the desk has this email already." },
  "staff-full": { status: 409, message: "The desk has as many people as it can hold." },
  "staff-changed": { status: 409, message: "A colleague changed this just now. Load it again." },
  "cannot-merge": {
    status: 409,
    message: "Only two applications for the same kind of work can be merged, each once.",
  },
  "market-closed": { status: 409, message: "Applications are not open there yet." },
  "own-second-factor": {
    status: 409,
    message: "Change your own passkeys and codes on the page “My sign-in”.",
  },
} as const;
