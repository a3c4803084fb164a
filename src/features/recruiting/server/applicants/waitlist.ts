/** Fields of a waitlist record, in order, before the timestamp. */
export const waitlistColumns = [
  "name",
  "email",
  "phone",
  "zip",
  "track",
  "consent",
  "consentVersion",
] as const;
