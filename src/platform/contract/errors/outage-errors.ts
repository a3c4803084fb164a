/* A section of the catalogue: the server cannot handle any request. */

/** Why the server could not handle a request. */
export const outageErrors = {
  "storage-full": {
    status: 507,
    message: "We cannot save right now: our storage is full. Please try again later.",
  },
  "server-error": { status: 500, message: "The server had a problem." },
  /** Too many requests; nothing is broken, and handling the request did not start. */
  busy: {
    status: 503,
    message: "We have a lot of visitors right now. Wait a moment, then try again.",
  },
  /** The database is down, out of connections or too slow. */
  unavailable: {
    status: 503,
    message: "We cannot save right now, or show what is saved. Please try again in a minute.",
  },
} as const;

/** Notices on pages while the database is down: nothing can be saved or shown. */
export const outageNotices = {
  page: "We cannot save right now, or show what is saved. Please load this page again in a minute.",
  /** The thank-you page of a form; `reference` from its path. */
  sent: (reference: string) =>
    `If you just sent this form, we have it: please do not send it again. Your reference is ${reference}. We cannot show more right now.`,
  /** A page of an emailed link; its heading says that the link cannot be checked. */
  link: "Nothing happened to your link. Please load this page again in a minute.",
  draft:
    "We cannot show your saved answers right now. They are safe. Please load this page again in a minute.",
  application:
    "We cannot show your application right now. If you just sent it, we have it: please do not send it again.",
  logOut: "We could not log you out just now. Please go back and try again in a minute.",
} as const;
