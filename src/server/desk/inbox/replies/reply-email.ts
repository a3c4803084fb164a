import { conversationSubject } from "../../../../contract/conversations.ts";
import { composeEmail } from "../../../platform/mail/compose.ts";
import type { Email } from "../../../platform/mail/outbox.ts";

/** A reply that goes out. */
interface OutgoingReply {
  readonly form: string;
  readonly reference: string;
  readonly recipient: string;
  readonly text: string;
}

/** The email of a reply, with the reference in its subject. */
export function composeReply({ form, reference, recipient, text }: OutgoingReply): Email {
  return composeEmail({
    kind: "reply",
    recipient,
    subject: conversationSubject(form, reference),
    lines: text.split(/\n{2,}/).map((part) => part.trim()),
  });
}
