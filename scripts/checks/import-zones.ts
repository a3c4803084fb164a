/**
 * What each part of a feature, of the platform and of the app may import besides its own kind: other
 * parts, or folders. docs/ARCHITECTURE.md explains the layout.
 */
export const partImports: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ["contract"],
  ops: ["contract", "server"],
  site: ["contract"],
  desk: ["contract", "src/platform/site/ui", "src/platform/site/runtime/api.ts"],
  gallery: ["contract", "site", "desk"],
};

/** Which features a feature may import, each with the reason. */
export const featureImports: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customers: {
    marketing: "the badges of the app stores",
    messages: "links to the forms, the request for help",
    newsletter: "settings show and end the subscription",
    payments: "profile and settings show what the payment provider needs",
    privacy: "an account is deleted, a copy is requested",
    staff: "notices to staff",
  },
  integrations: {
    messages: "programs read messages",
    newsletter: "programs read signups",
    privacy: "programs read privacy requests",
    recruiting: "programs read applications",
    staff: "roles and the audit log",
  },
  legal: {
    messages: "the privacy policy names every collection",
    newsletter: "the privacy policy names every collection",
    privacy: "the privacy policy names every collection",
    recruiting: "the privacy policy names every collection",
  },
  marketing: {
    messages: "the form for investors, links to the request for help",
    recruiting: "links to the applications",
  },
  messages: {
    integrations: "events for webhooks",
    newsletter: "who wrote also subscribes; the overview of a contact",
    privacy: "a deletion request has the state of its privacy case",
    recruiting: "applicants write and receive messages like everyone else",
    staff: "roles, sessions and the audit log",
  },
  newsletter: {
    customers: "evidence of consent names the browser",
    integrations: "events for webhooks",
    messages: "signs of spam; parts of the inbox",
    privacy: "deletions are noted for restores",
    staff: "roles and the audit log",
  },
  overview: {
    messages: "figures of cases",
    newsletter: "figures of signups",
    staff: "roles and exports",
  },
  payments: { customers: "the signed-in account and its profile" },
  privacy: {
    customers: "data of accounts",
    integrations: "events for webhooks",
    messages: "data of cases, letters",
    newsletter: "data of signups",
    recruiting: "data of applications",
    retention: "periods of retention",
    staff: "roles and the audit log",
  },
  recruiting: {
    integrations: "events for webhooks",
    marketing: "the hero, questions and steps of the page for providers",
    messages: "the wait list is a submission; replies to applicants",
    privacy: "deletions are noted for restores",
    staff: "roles and the audit log",
  },
  retention: {
    messages: "deletes old messages",
    privacy: "deletes all data of a person",
    recruiting: "deletes old applications",
    staff: "roles and the audit log",
  },
  staff: {
    customers: "rules of passwords",
    messages: "replies of staff who leave",
  },
};

/** Files of the platform that still import features, which they may not: to be removed. */
export const platformDebts: Readonly<Record<string, readonly string[]>> = {
  "src/platform/contract/form-engine/submission.ts": [
    "customers",
    "messages",
    "privacy",
    "recruiting",
  ],
  "src/platform/desk/record/conflict-box.tsx": ["messages"],
  "src/platform/desk/record/named-coworkers.ts": ["messages"],
  "src/platform/desk/record/note-form.tsx": ["messages"],
  "src/platform/desk/record/unread.ts": ["messages"],
  "src/platform/desk/shell/desk-nav.tsx": ["messages"],
  "src/platform/desk/shell/shell.tsx": ["messages", "privacy"],
  "src/platform/server/config/conversion-settings.ts": ["recruiting"],
  "src/platform/server/config/staff-emails.ts": ["messages", "newsletter", "recruiting"],
  "src/platform/server/http/errors/failed-pages.ts": ["customers", "messages"],
  "src/platform/server/pages/clean-link.ts": ["customers", "newsletter"],
  "src/platform/server/pages/page-title.ts": ["messages"],
  "src/platform/site/forms/form-view.tsx": ["messages"],
  "src/platform/site/forms/served-doubts.tsx": ["customers"],
  "src/platform/site/layout/footer.tsx": ["newsletter"],
};

/** Folders of similar files, of any number. */
export const lists: readonly string[] = [
  "src/platform/server/db/migrations",
  "src/platform/site/pictures",
];

/** Maximum of source files in any other folder of src and scripts, without tests and styles. */
export const maxFolderFiles = 20;
