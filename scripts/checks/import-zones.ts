/** A part of the source and what else it may import. */
export interface Zone {
  /** Folder, relative to the repository's root. */
  readonly folder: string;
  /** Folders or files that it may import, each with the reason. */
  readonly mayImport: Readonly<Record<string, string>>;
}

const contract = { "src/contract": "shared with the browser", "src/brand.ts": "names and figures" };
const base = {
  ...contract,
  "src/server/platform": "the server's own base",
  "src/server/context": "dependencies that every feature receives",
};
const sessions = { "src/server/auth": "the signed-in account" };

const webBase = {
  ...contract,
  "src/web/runtime": "islands, chunks and requests",
  "src/web/ui": "parts of every screen",
};
const webPage = {
  ...webBase,
  "src/web/page": "links, metadata and contact lines",
  "src/web/pictures": "drawings",
};
const webForms = { ...webPage, "src/web/forms": "forms and their fields" };

/** Every feature may import these, whether it does or not. */
export const sharedPlaces: ReadonlySet<string> = new Set(Object.keys({ ...base, ...webForms }));

/**
 * Permitted imports, types included. A feature that needs another one has a line here; the files at
 * the top of src/server and src/web compose everything and have no zone.
 */
export const zones: readonly Zone[] = [
  { folder: "src/contract", mayImport: { "src/brand.ts": "names and figures" } },
  {
    folder: "src/ops",
    mayImport: { ...contract, "src/server": "the operator's commands use what the server has" },
  },
  { folder: "src/server/platform", mayImport: contract },
  { folder: "src/server/context", mayImport: { ...contract, "src/server/platform": "its parts" } },
  {
    folder: "src/server/records",
    mayImport: { ...contract, "src/server/platform": "the database" },
  },
  {
    folder: "src/server/submissions",
    mayImport: { ...base, "src/server/records": "references of submissions, personal links" },
  },
  {
    folder: "src/server/conversations",
    mayImport: {
      ...base,
      "src/server/records": "cases and personal links",
      "src/server/recruiting": "applicants reply, and withdraw their application",
      "src/server/submissions": "an email without a conversation becomes a record",
    },
  },
  {
    folder: "src/server/newsletter",
    mayImport: {
      ...base,
      "src/server/records": "staff are notified of signups",
      "src/server/submissions": "signs of spam",
    },
  },
  {
    folder: "src/server/auth",
    mayImport: { ...base, "src/server/records": "support IDs, deletion of an account" },
  },
  { folder: "src/server/payments", mayImport: { ...base, ...sessions } },
  {
    folder: "src/server/account",
    mayImport: {
      ...base,
      ...sessions,
      "src/server/records": "requests, deletion of an account",
      "src/server/newsletter": "the settings show and end the subscription",
      "src/server/payments": "profile and settings show what the payment provider needs",
    },
  },
  {
    folder: "src/server/recruiting",
    mayImport: {
      ...base,
      "src/server/records": "references of applications",
      "src/server/submissions": "the wait list is a submission; signs of spam",
    },
  },
  {
    folder: "src/server/desk",
    mayImport: {
      ...base,
      "src/server/records": "cases, applications, newsletter readers",
      "src/server/submissions": "marking spam",
      "src/server/newsletter": "staff take readers off",
      "src/server/conversations": "undelivered replies, automatic emails that are messages",
      "src/server/account/security/device-name.ts": "evidence of consent names the browser",
      "src/server/recruiting":
        "status, merging and deletion of applications, as the operator's commands do",
    },
  },
  {
    folder: "src/server/openapi",
    mayImport: {
      ...base,
      "src/server/account": "its description",
      "src/server/auth": "its description",
      "src/server/payments": "its description",
      "src/server/recruiting": "its description",
      "src/server/desk/open-api.ts": "its description",
    },
  },
  { folder: "src/web/runtime", mayImport: contract },
  { folder: "src/web/ui", mayImport: {} },
  { folder: "src/web/pictures", mayImport: { "src/web/ui": "the type of a picture" } },
  { folder: "src/web/page", mayImport: webBase },
  { folder: "src/web/forms", mayImport: webPage },
  { folder: "src/web/newsletter", mayImport: webPage },
  {
    folder: "src/web/layout",
    mayImport: { ...webPage, "src/web/newsletter": "the footer holds its form" },
  },
  { folder: "src/web/contact", mayImport: webForms },
  { folder: "src/web/messages", mayImport: webForms },
  { folder: "src/web/data-requests", mayImport: webForms },
  { folder: "src/web/legal", mayImport: webPage },
  { folder: "src/web/developers", mayImport: webPage },
  { folder: "src/web/marketing", mayImport: webForms },
  {
    folder: "src/web/auth",
    mayImport: {
      ...webForms,
      "src/web/layout": "the screen with one picture",
      "src/web/marketing": "the badges of the app stores",
    },
  },
  {
    folder: "src/web/account",
    mayImport: {
      ...webForms,
      "src/web/layout": "the screen with one picture, display settings",
      "src/web/auth": "passkeys",
    },
  },
  {
    folder: "src/web/recruiting",
    mayImport: {
      ...webForms,
      "src/web/marketing": "the hero, questions and steps of the page for providers",
    },
  },
  {
    folder: "src/desk",
    mayImport: {
      ...contract,
      "src/web/ui": "parts of every screen",
      "src/web/runtime/api.ts": "requests to the API",
    },
  },
  {
    folder: "src/gallery",
    mayImport: {
      ...webForms,
      "src/web/layout": "the display preferences",
      "src/web/recruiting/intake/fields": "choices, which only the application forms use so far",
      "src/desk/ui": "the parts of the staff desk",
    },
  },
];

/** Folders of similar files, of any number. */
export const lists: readonly string[] = [
  "src/contract/forms",
  "src/ops/commands",
  "src/server/platform/db/migrations",
  "src/web/pictures",
];

/** Maximum of source files in any other folder of src and scripts, without tests and styles. */
export const maxFolderFiles = 12;
