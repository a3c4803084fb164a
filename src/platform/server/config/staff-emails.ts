import { looksLikeEmail } from "../../contract/form-engine/rules.ts";

/** Which address is notified of new records, by collection. */
export interface StaffEmails {
  /** For every collection that is not listed; undefined: no notice. */
  readonly others: string | undefined;
  /** By collection; null: no notice. */
  readonly byForm: Readonly<Record<string, string | null>>;
}

/**
 * Reads `ContactForm=jobs@example.com, Users=none`.
 * @param collections the known ones; undefined: any name is taken
 * @param fail receives each error
 */
export function readStaffEmails(
  others: string | undefined,
  list: string | undefined,
  collections: readonly string[] | undefined,
  fail: (error: string) => void,
): StaffEmails {
  const byForm: Record<string, string | null> = {};
  for (const entry of list?.split(",") ?? []) {
    const [name = "", address = "", ...rest] = entry.split("=").map((part) => part.trim());
    if (collections?.includes(name) === false) {
      fail(`"${name}" is none of ${collections.join(", ")}`);
    } else if (rest.length > 0 || (address !== "none" && !looksLikeEmail(address))) {
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
