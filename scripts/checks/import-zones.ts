/** A part of the source and what else it may import. */
export interface Zone {
  /** Folder, relative to the repository's root. */
  readonly folder: string;
  /** Folders or files that it may import, each with the reason. */
  readonly mayImport: Readonly<Record<string, string>>;
}

const contract = {
  "src/platform/contract": "shared with the browser",
  "src/brand.ts": "names and figures",
};
const base = {
  ...contract,
  "src/platform/server": "the server's own base",
  "src/platform/server/context": "dependencies that every feature receives",
};
const sessions = { "src/features/customers/server/auth": "the signed-in account" };

const webBase = {
  ...contract,
  "src/platform/site/runtime": "islands, chunks and requests",
  "src/platform/site/ui": "parts of every screen",
};
const webPage = {
  ...webBase,
  "src/platform/site/page": "links, metadata and contact lines",
  "src/platform/site/pictures": "drawings",
};
const webForms = { ...webPage, "src/platform/site/forms": "forms and their fields" };

/** Every feature may import these, whether it does or not. */
export const sharedPlaces: ReadonlySet<string> = new Set(Object.keys({ ...base, ...webForms }));

/**
 * Permitted imports, types included. A feature that needs another one has a line here; the files at
 * the top of src/app/server and src/app/site compose everything and have no zone.
 */
export const zones: readonly Zone[] = [
  { folder: "src/platform/contract", mayImport: { "src/brand.ts": "names and figures" } },
  {
    folder: "src/app/ops",
    mayImport: { ...contract, "src/app/server": "the operator's commands use what the server has" },
  },
  { folder: "src/platform/server", mayImport: contract },
  {
    folder: "src/platform/server/context",
    mayImport: { ...contract, "src/platform/server": "its parts" },
  },
  {
    folder: "src/features",
    mayImport: { ...contract, "src/platform/server": "the database" },
  },
  {
    folder: "src/features/messages/server/forms",
    mayImport: { ...base, "src/features": "references of submissions, personal links" },
  },
  {
    folder: "src/features/messages/server",
    mayImport: {
      ...base,
      "src/features": "cases and personal links",
      "src/features/recruiting/server": "applicants reply, and withdraw their application",
      "src/features/messages/server/forms": "an email without a conversation becomes a record",
    },
  },
  {
    folder: "src/features/newsletter/server",
    mayImport: {
      ...base,
      "src/features": "staff are notified of signups",
      "src/features/messages/server/forms": "signs of spam",
    },
  },
  {
    folder: "src/features/customers/server/auth",
    mayImport: { ...base, "src/features": "support IDs, deletion of an account" },
  },
  { folder: "src/features/payments/server", mayImport: { ...base, ...sessions } },
  {
    folder: "src/features/customers/server",
    mayImport: {
      ...base,
      ...sessions,
      "src/features": "requests, deletion of an account",
      "src/features/newsletter/server": "the settings show and end the subscription",
      "src/features/payments/server": "profile and settings show what the payment provider needs",
    },
  },
  {
    folder: "src/features/recruiting/server",
    mayImport: {
      ...base,
      "src/features": "references of applications",
      "src/features/messages/server/forms": "the wait list is a submission; signs of spam",
    },
  },
  {
    folder: "src/features",
    mayImport: {
      ...base,
      "src/features": "cases, applications, newsletter readers",
      "src/features/messages/server/forms": "marking spam",
      "src/features/newsletter/server": "staff take readers off",
      "src/features/messages/server": "undelivered replies, automatic emails that are messages",
      "src/features/customers/server/security/device-name.ts":
        "evidence of consent names the browser",
      "src/features/recruiting/server":
        "status, merging and deletion of applications, as the operator's commands do",
    },
  },
  {
    folder: "src/app/server/openapi",
    mayImport: {
      ...base,
      "src/features/customers/server": "its description",
      "src/features/customers/server/auth": "its description",
      "src/features/payments/server": "its description",
      "src/features/recruiting/server": "its description",
      "src/app/server/desk/open-api.ts": "its description",
    },
  },
  { folder: "src/platform/site/runtime", mayImport: contract },
  { folder: "src/platform/site/ui", mayImport: {} },
  {
    folder: "src/platform/site/pictures",
    mayImport: { "src/platform/site/ui": "the type of a picture" },
  },
  { folder: "src/platform/site/page", mayImport: webBase },
  { folder: "src/platform/site/forms", mayImport: webPage },
  { folder: "src/features/newsletter/site", mayImport: webPage },
  {
    folder: "src/platform/site/layout",
    mayImport: { ...webPage, "src/features/newsletter/site": "the footer holds its form" },
  },
  { folder: "src/features/messages/site/forms", mayImport: webForms },
  { folder: "src/features/messages/site/conversation", mayImport: webForms },
  { folder: "src/features/privacy/site", mayImport: webForms },
  { folder: "src/features/legal/site", mayImport: webPage },
  { folder: "src/features/integrations/site", mayImport: webPage },
  { folder: "src/features/marketing/site", mayImport: webForms },
  {
    folder: "src/features/customers/site/auth",
    mayImport: {
      ...webForms,
      "src/platform/site/layout": "the screen with one picture",
      "src/features/marketing/site": "the badges of the app stores",
    },
  },
  {
    folder: "src/features/customers/site/account",
    mayImport: {
      ...webForms,
      "src/platform/site/layout": "the screen with one picture, display settings",
      "src/features/customers/site/auth": "passkeys",
    },
  },
  {
    folder: "src/features/recruiting/site",
    mayImport: {
      ...webForms,
      "src/features/marketing/site": "the hero, questions and steps of the page for providers",
    },
  },
  {
    folder: "src/app/desk",
    mayImport: {
      ...contract,
      "src/platform/site/ui": "parts of every screen",
      "src/platform/site/runtime/api.ts": "requests to the API",
    },
  },
  {
    folder: "src/app/gallery",
    mayImport: {
      ...webForms,
      "src/platform/site/layout": "the display preferences",
      "src/features/recruiting/site/intake/fields":
        "choices, which only the application forms use so far",
      "src/platform/desk/ui": "the parts of the staff desk",
    },
  },
];

/** Folders of similar files, of any number. */
export const lists: readonly string[] = [
  "src/features/recruiting/contract/forms",
  "src/platform/ops/commands",
  "src/platform/server/db/migrations",
  "src/platform/site/pictures",
];

/** Maximum of source files in any other folder of src and scripts, without tests and styles. */
export const maxFolderFiles = 12;
