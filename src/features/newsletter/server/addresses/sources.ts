import { newsletter } from "../../contract/newsletter.ts";
import type { ReaderSource } from "../../contract/reader-states.ts";

/** Values of the field `source` of NewsletterRegistration, by where signups come from. */
export const storedSources: Readonly<Record<ReaderSource, string>> = {
  footer: newsletter.source,
  portal: newsletter.settingsSource,
  import: "staff_import",
  staff: "staff_entry",
  "mail-tool": "mail_tool",
};

/** Where a signup came from. @param data its stored fields, as JSON */
export function sourceOf(data: string): ReaderSource {
  const { source } = JSON.parse(data) as { readonly source?: unknown };
  const known = Object.entries(storedSources).find(([, value]) => value === source);
  return (known?.[0] as ReaderSource | undefined) ?? "footer";
}
