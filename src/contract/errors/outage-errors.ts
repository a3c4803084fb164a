/* A section of the catalogue: the server cannot do its work, whatever was asked. */

/** Why the server could not answer. */
export const outageErrors = {
  /** The disk is full. */
  "storage-full": {
    status: 507,
    message: "We cannot save right now: our storage is full. Please try again later.",
  },
  "server-error": { status: 500, message: "The server had a problem." },
  /** Too much at once: nothing is broken, and nothing of the request was begun. */
  busy: {
    status: 503,
    message: "We have very many visitors right now. Wait a moment, then try again.",
  },
  /** The database is away, out of connections or too slow. */
  unavailable: {
    status: 503,
    message: "We cannot save right now, or show what is saved. Please try again in a minute.",
  },
} as const;

/** Notices on a page while the database is away: what is typed cannot be saved, what is saved not shown. */
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
