import { emailForm } from "../../../features/messages/contract/forms/email.ts";
import { publicForms } from "../../../features/messages/contract/forms/public-forms.ts";
import { newsletter } from "../../../features/newsletter/contract/newsletter.ts";
import { applicationForms } from "../../../features/recruiting/contract/forms/application-forms.ts";
import { waitlistForm } from "../../../features/recruiting/contract/forms/waitlist.ts";
import { looksLikeEmail } from "../../contract/form-engine/rules.ts";

export const accountCollection = "Users";

/** Which address is notified of new records, by collection. */
export interface StaffEmails {
  /** For every collection that is not listed; undefined: no notice. */
  readonly others: string | undefined;
  /** By collection; null: no notice. */
  readonly byForm: Readonly<Record<string, string | null>>;
}

const collections: ReadonlySet<string> = new Set([
  ...publicForms.map(({ form }) => form.collection),
  emailForm.collection,
  newsletter.collection,
  waitlistForm.collection,
  ...Object.values(applicationForms).map((form) => form.collection),
  accountCollection,
]);

/**
 * Reads `CareApplications=jobs@example.com, NewsletterRegistration=none`.
 * @param fail receives each error
 */
export function readStaffEmails(
  others: string | undefined,
  list: string | undefined,
  fail: (error: string) => void,
): StaffEmails {
  const byForm: Record<string, string | null> = {};
  for (const entry of list?.split(",") ?? []) {
    const [name = "", address = "", ...rest] = entry.split("=").map((part) => part.trim());
    if (!collections.has(name)) fail(`"${name}" is none of ${[...collections].join(", ")}`);
    else if (rest.length > 0 || (address !== "none" && !looksLikeEmail(address))) {
      fail(`use ${name}=<email address>, or ${name}=none`);
    } else byForm[name] = address === "none" ? null : address;
  }
  return { others, byForm };
}

/** The address that is notified of a new record; undefined: none. */
export function staffEmailFor(
  { others, byForm }: StaffEmails,
  collection: string,
): string | undefined {
  return Object.hasOwn(byForm, collection) ? (byForm[collection] ?? undefined) : others;
}

/** Accepts an address, also with a name before it: "Help <help@example.com>". */
export function isMailbox(text: string): boolean {
  return looksLikeEmail(/^[^<>\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text);
}
