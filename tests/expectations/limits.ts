/**
 * Limits that documents name, written by hand from them, independently of the code. Attempts are
 * `max` in `minutes`.
 */
export const attempts: Readonly<
  Record<string, { readonly max: number; readonly minutes: number }>
> = {
  // docs/security.md: wrong passwords, by account and by network address.
  loginAccount: { max: 10, minutes: 15 },
  loginAddress: { max: 100, minutes: 15 },
  loginBrowser: { max: 10, minutes: 15 },
  staffLoginAccount: { max: 10, minutes: 15 },
  staffLoginAddress: { max: 100, minutes: 15 },
  // A correct password allows five codes.
  codeStep: { max: 5, minutes: 10 },
  staffCodeStep: { max: 5, minutes: 10 },
  // docs/security.md: reads, writes and batches of one API token, and requests with a wrong one.
  apiToken: { max: 300, minutes: 5 },
  apiWrite: { max: 300, minutes: 5 },
  apiBatch: { max: 30, minutes: 5 },
  apiAddress: { max: 60, minutes: 15 },
  // docs/security.md: requests about the data of one email from one network.
  privacyPerson: { max: 3, minutes: 24 * 60 },
  // docs/security.md: downloads of one's data, emails for one conversation.
  dataAccount: { max: 10, minutes: 60 },
  messageConversation: { max: 20, minutes: 60 },
};

/** The desk: docs/desk.md. */
export const desk = {
  tagsOfCase: 20,
  noteCharacters: 10_000,
  deletionDays: 45,
} as const;

/** How long something lasts or how many there may be: docs/desk.md, docs/security.md. */
export const durations = {
  // "Log in" of docs/desk.md.
  "minutes until sensitive actions ask for the second factor": 15,
  "characters of a staff password": 12,
  "days of an invitation": 7,
  // "Inbox", "Replies".
  "seconds to undo a change": 10,
  "seconds to undo a reply": 10,
  "days of a personal page": 90,
  // "Privacy".
  "days of a link to a copy": 14,
  "months that a request is kept": 24,
  // "Webhooks", "API tokens".
  "days that deliveries are kept": 7,
  "days that a delivery is tried": 3,
  "hours with two secrets": 24,
  "days of a token": [30, 90, 365],
} as const;
