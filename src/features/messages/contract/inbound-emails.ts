/** An email that came in, as desk and message page show it below its text. */
export interface EmailFacts {
  readonly id: string;
  readonly sender: EmailSender;
  readonly kind: EmailKind;
  /** As the sender wrote it; "" without. */
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  /** One of too many within an hour: shown together with the others. */
  readonly isQuiet: boolean;
  readonly notes: readonly EmailNote[];
  readonly attachments: readonly EmailAttachment[];
  readonly hasOriginal: boolean;
}

/**
 * Who wrote an email: the customer, by the address of the conversation; somebody at another
 * address; or unconfirmed, because the receiving mail server found the sender forged.
 */
export type EmailSender = "customer" | "other" | "unconfirmed";

/** What an email is: a person's message, or something automatic. */
export type EmailKind = "message" | "auto-reply" | "bounce" | "delayed" | "reaction";

export type EmailNote = "unreadable" | "too-large" | "text-cut" | "encrypted" | "unknown-format";

/** Larger attachments are only in the original. */
export const maxAttachmentBytes = 10 * 1024 * 1024;

export interface EmailAttachment {
  /** "" without. */
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
}

/** A quoted part of a text: positions of its first character, and of the one after its last. */
export type QuotedRange = readonly [start: number, end: number];

/** Names of attachments shown at most; more are only counted. */
const maxNames = 10;
const maxNameLength = 80;

const sorts: readonly (readonly [type: RegExp, one: string, many: string])[] = [
  [/^image\//, "picture", "pictures"],
  [/^audio\//, "recording", "recordings"],
  [/^video\//, "video", "videos"],
  [/^/, "file", "files"],
];

/** "2 pictures and 1 file" */
function countAttachments(attachments: readonly EmailAttachment[]): string {
  const sortOf = ({ mimeType }: EmailAttachment) =>
    sorts.findIndex(([type]) => type.test(mimeType.toLowerCase()));
  const counted = sorts.flatMap(([, one, many], index) => {
    const count = attachments.filter((attachment) => sortOf(attachment) === index).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return new Intl.ListFormat("en-US").format(counted);
}

/** ": kitchen.jpg, letter.pdf"; "" if none has a name. */
function nameAttachments(attachments: readonly EmailAttachment[]): string {
  const names = attachments.flatMap(({ name }) => name.trim().slice(0, maxNameLength) || []);
  if (names.length === 0) return "";
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return `: ${names.slice(0, maxNames).join(", ")}${more}`;
}

/** "1 picture was attached: kitchen.jpg"; "" without attachments. */
export function describeAttachments(attachments: readonly EmailAttachment[]): string {
  if (attachments.length === 0) return "";
  const verb = attachments.length === 1 ? "was" : "were";
  return `${countAttachments(attachments)} ${verb} attached${nameAttachments(attachments)}`;
}

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
