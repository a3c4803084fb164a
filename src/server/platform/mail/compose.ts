import { brand } from "../../../brand.ts";
import { type EmailContent, toHtml } from "./email-html.ts";
import type { Email } from "./outbox.ts";

/** What an email is made of; all of it is plain text, escaped here. */
export interface EmailDraft extends EmailContent {
  /** What it is about, for counting and logs: "reset-password". */
  readonly kind: string;
  readonly recipient: string;
  /** The account it belongs to, whose deletion takes an unsent email along. */
  readonly uid?: string;
  /** Somebody waits for it, as for a link to log in: it goes before all others. */
  readonly urgent?: boolean;
  /** Further headers, as RFC 8058 wants them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its row goes when it is sent: nothing may say that this person had an email. */
  readonly forget?: boolean;
}

/** Composes an email in the look of the brand, as text and as large-type HTML with the same words. */
export function composeEmail(draft: EmailDraft): Email {
  const { kind, recipient, uid, headers, urgent, forget } = draft;
  // A line break would end the header.
  const subject = draft.subject.replace(/\s+/g, " ").trim();
  const words = { ...draft, subject };
  return {
    kind,
    recipient,
    subject,
    text: toText(words),
    html: toHtml(words, signature),
    ...(uid !== undefined && { uid }),
    ...(headers && { headers }),
    ...(urgent && { urgent }),
    ...(forget && { forget }),
  };
}

const { phone, postalAddress: postal } = brand;

/** Ends every email: the sender, and how to reach a person. */
const signature = {
  name: brand.name,
  phone,
  address: `${brand.company}, ${postal.street}, ${postal.city}, ${postal.state} ${postal.zip}`,
};

function toText({ lines, button, otherLink, footnote }: EmailContent): string {
  const parts = [
    ...lines,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(otherLink ? [`${otherLink.label}:\n${otherLink.url}`] : []),
    ...(footnote ? [footnote] : []),
    // Email clients recognize this mark as the start of a signature (RFC 3676, 4.3).
    `-- \n${signature.name}\n${phone.shown} (${phone.hours})\n${signature.address}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
