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
    helpers: "the page of a customer shows who helps them",
    integrations: "programs create and change customers; events for programs",
    identity: "apps end with sessions; the login page continues to an app",
    marketing: "the badges of the app stores",
    messages: "links to the forms, the request for help",
    newsletter: "settings show and end the subscription",
    payments: "profile and settings show what the payment provider needs",
    privacy: "an account is deleted, a copy is requested; requests of a customer",
    requests: "documents that a command stores are requests; what a customer asked for",
    staff: "notices to staff; roles and the audit log",
    texts: "what a customer agreed to",
  },
  firebase: {
    customers: "imports accounts, profiles, documents of requests and pictures",
    messages: "imports messages",
    newsletter: "imports signups",
    privacy: "announces what it stores; leaves out who was deleted",
    requests: "imported documents are requests",
    staff: "the audit log",
  },
  help: {
    messages: "a worry and a barrier are messages; pages of their forms",
    privacy: "announces what it stores",
    staff: "roles",
  },
  helpers: {
    customers: "the site's sessions, requests with their receipts, accounts at the desk",
    integrations: "events for programs",
    messages: "a helper reads and writes messages",
    privacy: "announces what it stores",
    requests: "a helper asks for help",
    staff: "roles and the audit log",
  },
  identity: {
    customers: "the site's sessions and login page",
    privacy: "announces what it stores",
    staff: "roles and the audit log",
  },
  integrations: {
    identity: "apps of customers call the API",
    messages: "programs read messages",
    newsletter: "programs read signups",
    privacy: "programs read privacy requests",
    recruiting: "programs read applications",
    requests: "contents of events are what programs read",
    staff: "roles and the audit log",
  },
  interviews: {
    messages: "applicants choose on the page of their conversation; emails",
    privacy: "announces what it stores",
    recruiting: "an interview is of an application",
    requests: "time zones of markets",
    staff: "roles, undo and the audit log",
    texts: "reminders by text, for who agreed",
  },
  launch: {
    messages: "the test email",
    retention: "rules of retention",
    staff: "admins, roles and the audit log",
  },
  legal: {
    messages: "the privacy policy names every collection",
    newsletter: "the privacy policy names every collection",
    privacy: "the privacy policy names every collection",
    recruiting: "the privacy policy names every collection",
    texts: "the privacy policy has the words of the consent",
  },
  marketing: {
    help: "questions and answers of pages",
    messages: "the form for investors, links to the request for help",
    recruiting: "links to the applications",
  },
  messages: {
    help: "suggests articles while someone writes",
    customers: "forms are prefilled for who is signed in",
    integrations: "events for webhooks; apps deliver messages",
    interviews: "applicants choose a time for their interview",
    newsletter: "who wrote also subscribes; the overview of a contact",
    privacy: "a deletion request has the state of its privacy case",
    recruiting: "applicants write and receive messages like everyone else",
    search: "finds whom to write to",
    staff: "roles, sessions and the audit log",
    texts: "replies by text",
  },
  newsletter: {
    customers: "evidence of consent names the browser",
    integrations: "events for webhooks; programs subscribe addresses",
    messages: "signs of spam; parts of the inbox",
    privacy: "deletions are noted for restores",
    staff: "roles and the audit log",
  },
  overview: {
    privacy: "figures of privacy requests",
    recruiting: "figures of applications",
    requests: "figures of requests",
    messages: "figures of cases",
    newsletter: "figures of signups",
    staff: "roles and exports",
  },
  payments: {
    customers: "the signed-in account and its profile",
    privacy: "announces what it stores",
  },
  privacy: {
    helpers: "the list of what is stored",
    customers: "data of accounts",
    help: "counts of answers",
    firebase: "data of imports",
    identity: "log-ins of apps",
    integrations: "events for webhooks",
    messages: "data of cases, letters",
    newsletter: "data of signups",
    payments: "data of payment profiles",
    interviews: "data of interviews",
    recruiting: "data of applications",
    requests: "data of requests",
    retention: "periods of retention",
    staff: "roles and the audit log",
    texts: "data of texts",
  },
  recruiting: {
    help: "questions and answers of pages",
    integrations: "events for webhooks",
    interviews: "an application that moves on ends its interview; the record shows it",
    marketing: "the hero, questions and steps of the page for providers",
    messages: "the wait list is a submission; replies to applicants",
    privacy: "deletions are noted for restores",
    staff: "roles and the audit log",
  },
  requests: {
    helpers: "a helper asks for help for a customer",
    customers: "names of customers, the signed-in account",
    integrations: "programs deliver requests and providers",
    messages: "a question about a request is a message; holidays",
    privacy: "announces what it stores",
    staff: "roles and the audit log",
    texts: "notices by text, for who agreed",
  },
  retention: {
    messages: "deletes old messages",
    privacy: "deletes all data of a person",
    recruiting: "deletes old applications",
    staff: "roles and the audit log",
  },
  search: {
    customers: "one search over everything at the desk",
    messages: "one search over everything at the desk",
    newsletter: "one search over everything at the desk",
    privacy: "one search over everything at the desk",
    recruiting: "one search over everything at the desk",
    requests: "one search over everything at the desk",
    staff: "roles",
  },
  staff: {
    customers: "rules of passwords; words of its events",
    interviews: "words of its events",
    messages: "replies of staff who leave; words of its events",
    privacy: "announces what it stores; words of its events",
    recruiting: "words of its events",
    requests: "words of its events",
    retention: "words of its events",
  },
  texts: {
    messages: "a text is a message of the inbox",
    privacy: "announces what it stores",
    recruiting: "reminders of interviews are of applications",
    requests: "time zones of markets",
    staff: "roles, notices to staff and the audit log",
  },
};

/** Words of features, which the platform does not use: it knows none. */
export const featureWords =
  /talroo|listmonk|newsletter|recruit|résumé|resume_file|applicant|\bwait(?:ing)?[- ]?list|webhook|stripe|profile picture|pictures? of people/gi;

/** Files and folders of the platform that may use them, each with the reason. */
export const wordExceptions: Readonly<Record<string, string>> = {
  "src/platform/contract/desk": "addresses and permissions of the desk, which its shell shows",
  "src/platform/contract/define-endpoint.ts": "scopes that an API token can have",
  "src/platform/contract/errors": "one catalog of all errors, since every client reads it",
  "src/platform/contract/facts.ts": "prices, limits and deadlines of the whole product",
  "src/platform/contract/paths.ts": "addresses of all pages, which features link to each other",
  "src/platform/server/db/migrations": "tables of features",
  "src/platform/desk": "its navigation and search show every feature",
};

/** Folders of similar files, of any number. */
export const lists: readonly string[] = [
  "src/platform/server/db/migrations",
  "src/platform/site/pictures",
];

/** Maximum of source files in any other folder of src and scripts, without tests and styles. */
export const maxFolderFiles = 20;
