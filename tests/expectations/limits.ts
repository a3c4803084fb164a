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
  // docs/security.md: requests of one API token, and requests with a wrong one.
  apiToken: { max: 300, minutes: 5 },
  apiAddress: { max: 60, minutes: 15 },
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
