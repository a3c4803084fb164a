import type { EmailFacts } from "./inbound-emails.ts";

interface Entry {
  readonly id: string;
  readonly email: EmailFacts | null;
}

/** An entry, or successive emails of a flood, which are shown as one line. */
export type EntryGroup<One extends Entry> =
  | { readonly entry: One; readonly quiet?: undefined }
  | { readonly entry?: undefined; readonly quiet: readonly [One, ...One[]] };

export function groupEntries<One extends Entry>(entries: readonly One[]): EntryGroup<One>[] {
  const groups: EntryGroup<One>[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (!entry.email?.isQuiet) groups.push({ entry });
    else if (last?.quiet) groups[groups.length - 1] = { quiet: [...last.quiet, entry] };
    else groups.push({ quiet: [entry] });
  }
  return groups;
}

/** "12 more emails within the hour" */
export function nameQuiet(count: number): string {
  return count === 1 ? "1 more email within the hour" : `${count} more emails within the hour`;
}
