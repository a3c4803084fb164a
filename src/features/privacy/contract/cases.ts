export const privacyKinds = ["deletion", "copy", "correction", "opt-out"] as const;

export type PrivacyKind = (typeof privacyKinds)[number];

/** How a request came in; the first is the public form. */
export const privacySources = ["form", "email", "phone", "letter", "other"] as const;

export type PrivacySource = (typeof privacySources)[number];

/** Steps of a request, in the order of work. "checked": we know that it is the person. */
export type PrivacyStatus =
  | "received"
  | "identity"
  | "checked"
  | "in-progress"
  | "done"
  | "denied"
  | "appeal";

export const openPrivacyStatuses: readonly PrivacyStatus[] = [
  "received",
  "identity",
  "checked",
  "in-progress",
  "appeal",
];

export const privacyLists = ["open", "closed", "appeals"] as const;

export type PrivacyList = (typeof privacyLists)[number];

export const privacyPerPage = 50;

/** Counts of done requests stop here; a count at the maximum is a lower bound. */
export const maxDoneCount = 1000;

/**
 * How long personal links work, in days. "status": what an identity link becomes once it is pressed;
 * "agent": of somebody who asks for another person.
 */
export const privacyLinkDays = {
  identity: 30,
  copy: 14,
  appeal: 60,
  status: 180,
  agent: 180,
} as const;

export type PrivacyLinkKind = keyof typeof privacyLinkDays;

/** Input limits for staff and the person, in characters. */
export const privacyLimits = {
  name: 120,
  agentName: 60,
  reason: 1000,
  letterTitle: 60,
  letter: 10_000,
  appeal: 5000,
  details: 2000,
  /** Files with which an agent shows that they may ask, and bytes of each. */
  files: 5,
  fileBytes: 10 * 1024 * 1024,
  /** Records that may be theirs: as many are shown, and can be chosen one by one. */
  also: 100,
} as const;

/** What people may ask us to correct; the last is in their own words. */
export const correctedFields = [
  "newName",
  "newEmail",
  "newPhone",
  "newAddress",
  "otherChange",
] as const;

export type CorrectedField = (typeof correctedFields)[number];

/** How staff verified a person who cannot use the link. */
export const identityWays = [
  "We called the number in the account",
  "They told us the support ID and the address of the account",
  "They came to us with an ID card",
] as const;

export type IdentityWay = (typeof identityWays)[number];

/** Kinds of what we hold, in the order of the table. */
export const heldKinds = [
  "account",
  "pictures",
  "log-ins",
  "requests",
  "payments",
  "messages",
  "notes",
  "applications",
  "newsletter",
  "emails",
  "privacy",
] as const;

export type HeldKind = (typeof heldKinds)[number];

/** Lines of a receipt, with the kinds that each counts. */
export const receiptLines: readonly { readonly name: string; readonly kinds: HeldKind[] }[] = [
  { name: "Account, profile, pictures", kinds: ["account", "pictures"] },
  { name: "Logins and devices", kinds: ["log-ins"] },
  { name: "Completed requests", kinds: ["requests"] },
  { name: "Payment profile", kinds: ["payments"] },
  { name: "Messages, answers, notes", kinds: ["messages", "notes"] },
  { name: "Applications and résumés", kinds: ["applications"] },
  { name: "Newsletter and emails", kinds: ["newsletter", "emails"] },
];
