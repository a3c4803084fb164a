import { formatDate } from "../../../../platform/contract/facts.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import { conversationSubject } from "../../../messages/contract/conversations.ts";
import {
  conversationLink,
  type LinkContext,
} from "../../../messages/server/conversation-page/link.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import {
  type DocumentKind,
  documentAddress,
  documentKindNames,
} from "../../contract/documents/documents.ts";
import type { Application } from "../applications/applications.ts";

interface NamedDocument {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
}

function nameOf({ kind, label }: NamedDocument): string {
  return `${documentKindNames[kind as DocumentKind].toLowerCase()}, “${label}”`;
}

/** The parts that both emails share. */
function toApplicant(application: Application, { id }: NamedDocument, context: LinkContext) {
  const { track, reference, answers } = application;
  const page = conversationLink(context, application.id);
  return {
    recipient: textOf(answers, "email"),
    subject: conversationSubject(applicationForms[track].collection, reference ?? ""),
    button: {
      label: "Send a new one",
      url: `${page}?${documentAddress.replaces}=${id}#${documentAddress.section}`,
    },
    footnote: "The button opens your personal page. Please do not pass this email on.",
  };
}

/** Asks for a document again. @param holdMs how long the email waits for an undo */
export function documentAgainEmail(
  application: Application,
  document: NamedDocument & { readonly reason: string },
  context: LinkContext,
  holdMs: number,
): Email {
  return {
    ...composeEmail({
      kind: "document-again",
      ...toApplicant(application, document, context),
      heading: "Please send a document again",
      lines: [
        `We looked at your ${nameOf(document)}. Please send it again.`,
        `The reason: ${document.reason}`,
      ],
    }),
    holdMs,
  };
}

/** Reminds somebody before a document ends. */
export function documentEndsEmail(
  application: Application,
  document: NamedDocument & { readonly endsOn: string },
  context: LinkContext,
): Email {
  const day = formatDate(document.endsOn);
  return composeEmail({
    kind: "document-ends",
    ...toApplicant(application, document, context),
    heading: "A document ends soon",
    lines: [
      `Your ${nameOf(document)}, ends on ${day}.`,
      "Please send us the new one before that day. If it does not change, write to us on your page.",
    ],
    headers: { "Auto-Submitted": "auto-generated" },
  });
}
