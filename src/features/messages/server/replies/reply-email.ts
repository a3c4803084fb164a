import { days } from "../../../../platform/contract/durations.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import { formatDayOf } from "../../../../platform/server/values/calendar.ts";
import {
  conversationDays,
  conversationHeading,
  conversationSubject,
} from "../../contract/conversations.ts";
import { conversationLink, type LinkContext } from "../conversations/link.ts";

interface OutgoingReply {
  /** Id of the case, which is its submission's, or of the application. */
  readonly id: string;
  readonly form: string;
  readonly reference: string;
  readonly recipient: string;
  /** Of the email that opened the case; "" without. */
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The email of a reply, with the reference in its subject and the link to answer. */
export function composeReply(context: LinkContext, reply: OutgoingReply): Email {
  const { id, form, reference, recipient, subject, text, now } = reply;
  const until = formatDayOf(now + days(conversationDays));
  return composeEmail({
    kind: "reply",
    recipient,
    subject: conversationSubject(form, reference, subject),
    heading: conversationHeading(form, reference),
    lines: text.split(/\n{2,}/).map((part) => part.trim()),
    button: { label: "Read and answer", url: conversationLink(context, id) },
    footnote: `The page with your messages works until ${until}. It is yours: please do not pass this email on.`,
  });
}
