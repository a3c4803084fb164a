import { brand } from "../../../brand.ts";
import { originPlaceholder } from "../../contract/built-site.ts";
import { paths } from "../../contract/paths.ts";
import { type EmailContent, toHtml } from "./email-html.ts";
import type { Email, EmailFile } from "./outbox.ts";

/** The contents of an email: all plain text, escaped here. */
export interface EmailDraft extends EmailContent {
  /** Kind of email, for metrics and logs: "reset-password". */
  readonly kind: string;
  readonly recipient: string;
  /** Instead of the subject, at the top of the email. */
  readonly heading?: string;
  /** The account it belongs to; deleting the account deletes the unsent email. */
  readonly uid?: string;
  /** Sent before all others, since the person is waiting for it, for example a login link. */
  readonly urgent?: boolean;
  /** Additional headers, such as those of RFC 8058. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long it waits before it is sent, in milliseconds. */
  readonly holdMs?: number;
  /** Delete the row after sending: no trace may remain that this person got an email. */
  readonly forget?: boolean;
  readonly files?: readonly EmailFile[];
}

/** Composes a branded email, as plain text and as large-type HTML with the same wording. */
export function composeEmail(draft: EmailDraft): Email {
  const { kind, recipient, uid, headers, urgent, forget, holdMs, files } = draft;
  const subject = toOneLine(draft.subject);
  const words = { ...draft, subject: toOneLine(draft.heading ?? subject) };
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
    ...(holdMs && { holdMs }),
    ...(files && { files }),
  };
}

/** A line break would end the header. */
function toOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const { phone, postalAddress: postal } = brand;

/** Ends every email: the sender, how to reach a person, and how to tell that it is from us. */
const signature = {
  name: brand.name,
  phone,
  address: `${brand.company}, ${postal.street}, ${postal.city}, ${postal.state} ${postal.zip}`,
  /** The origin is filled in when the email is sent. */
  safety: { label: "How to tell that an email is from us", url: originPlaceholder + paths.safety },
};

function toText({ lines, button, otherLink, footnote }: EmailContent): string {
  const parts = [
    ...lines,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(otherLink ? [`${otherLink.label}:\n${otherLink.url}`] : []),
    ...(footnote ? [footnote] : []),
    // Email clients recognize this mark as the start of a signature (RFC 3676, 4.3).
    `-- \n${signature.name}\n${phone.shown} (${phone.hours})\n${signature.address}\n${signature.safety.label}: ${signature.safety.url}`,
  ];
  return `${parts.join("\n\n")}\n`;
}
