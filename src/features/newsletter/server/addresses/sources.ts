import { newsletter } from "../../contract/newsletter.ts";
import type { SubscriberSource } from "../../contract/subscriber-states.ts";

/** Values of the field `source` of NewsletterRegistration, by where signups come from. */
export const storedSources: Readonly<Record<SubscriberSource, string>> = {
  footer: newsletter.source,
  portal: newsletter.settingsSource,
  import: "staff_import",
  staff: "staff_entry",
  "mail-tool": "mail_tool",
  app: "app",
};

/** Where a signup came from. @param data its stored fields, as JSON */
export function sourceOf(data: string): SubscriberSource {
  const { source } = JSON.parse(data) as { readonly source?: unknown };
  const known = Object.entries(storedSources).find(([, value]) => value === source);
  return (known?.[0] as SubscriberSource | undefined) ?? "footer";
}
