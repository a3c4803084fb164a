import type { HeldKind, PrivacyKind, PrivacyList, PrivacySource, PrivacyStatus } from "./cases.ts";

export const privacyKindNames: Readonly<Record<PrivacyKind, string>> = {
  deletion: "Deletion",
  copy: "Copy of data",
  correction: "Correction",
  "opt-out": "No selling or sharing",
};

export const privacySourceNames: Readonly<Record<PrivacySource, string>> = {
  form: "The website",
  email: "Email",
  phone: "Phone call",
  letter: "Letter on paper",
  other: "Another way",
};

export const privacyStatusNames: Readonly<Record<PrivacyStatus, string>> = {
  received: "Received",
  identity: "Identity check",
  checked: "Identity checked",
  "in-progress": "In progress",
  done: "Done",
  denied: "Denied",
  appeal: "Appeal",
};

export const privacyListNames: Readonly<Record<PrivacyList, string>> = {
  open: "Open, next deadline first",
  closed: "Done and denied",
  appeals: "Appeals",
};

export const extensionReasons = [
  "Some of the data is archived and takes longer to retrieve.",
  "We need more information from you.",
  "We have received an unusually large number of requests.",
] as const;

export const denialReasons = [
  "We could not confirm your identity.",
  "We hold no data with this email address.",
  "We are required by law to keep this data.",
  "You withdrew your request.",
] as const;

export const heldKindNames: Readonly<Record<HeldKind, string>> = {
  account: "Account and profile",
  pictures: "Pictures",
  "log-ins": "Logins and devices",
  requests: "Completed requests",
  payments: "Payment profile",
  messages: "Messages and answers",
  notes: "Notes of the team",
  applications: "Applications and résumés",
  newsletter: "Newsletter and consent",
  emails: "Emails we sent",
  privacy: "Requests about data",
};
