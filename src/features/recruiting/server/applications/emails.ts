import { brand } from "../../../../brand.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { textOf } from "../../../../platform/contract/form-engine/define-steps.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { conversationSubject, receiptSubject } from "../../../messages/contract/conversations.ts";
import {
  conversationLink,
  type LinkContext,
} from "../../../messages/server/conversation-page/link.ts";
import { applicationForms } from "../../contract/application-forms.ts";
import {
  answerPromise,
  continueQuery,
  type Track,
  tracks,
} from "../../contract/recruiting-endpoints.ts";
import type { Application } from "./applications.ts";

const jobs: Readonly<Record<Track, string>> = { care: "caregiver", pro: "provider" };

const seeStatus = "See where it stands";

/** Link to the intake page with the token; opening it does not consume the token. */
function linkTo(origin: string, track: Track, token: string): string {
  return `${origin}${tracks[track].intake}?${continueQuery}=${token}`;
}

export function linkEmail({ track, answers }: Application, token: string, origin: string): Email {
  return composeEmail({
    kind: "application-link",
    urgent: true,
    recipient: textOf(answers, "email"),
    subject: `Continue your ${jobs[track]} application`,
    lines: [
      "Your answers are saved. Open this link on any phone or computer to continue there. After that, other phones and computers no longer show your answers.",
      `The link works for ${facts.keep.continueLinkDays} days. Do not share it: it opens your answers.`,
    ],
    button: { label: "Continue my application", url: linkTo(origin, track, token) },
    footnote: "If you did not ask for this, you can ignore this email.",
  });
}

/** @param url of the personal page, which shows where the application stands */
export function receivedEmail(
  { track, answers }: Application,
  reference: string,
  url: string,
): Email {
  return composeEmail({
    kind: "application-received",
    recipient: textOf(answers, "email"),
    subject: receiptSubject(applicationForms[track].collection, reference),
    lines: [
      `Thank you. Your reference is ${reference}. It helps us find you when you call.`,
      answerPromise,
      "We never ask for money, and we never ask for bank details or your Social Security number by email or phone.",
    ],
    button: { label: seeStatus, url },
  });
}

/**
 * Answers who asked for their link, when the application was sent already.
 * @param url of the personal page
 */
export function alreadySentEmail({ track, answers, reference }: Application, url: string): Email {
  return composeEmail({
    kind: "application-sent-before",
    urgent: true,
    recipient: textOf(answers, "email"),
    subject: `You already sent your ${jobs[track]} application (${reference})`,
    lines: [
      `You already sent it. Your reference is ${reference}. There is nothing left to fill in.`,
      "Do you want to change an answer or add something? Write to us on your page, reply to this email, or call us.",
    ],
    button: { label: seeStatus, url },
    footnote: "If you did not ask for this, you can ignore this email.",
  });
}

/** The link to the personal page, sent by staff. */
export function pageLinkEmail({ track, answers, reference }: Application, url: string): Email {
  return composeEmail({
    kind: "application-page",
    recipient: textOf(answers, "email"),
    subject: conversationSubject(applicationForms[track].collection, reference ?? ""),
    lines: [
      "This is your personal link. It shows where your application stands, and you can write to us there.",
      "Please do not pass it on: it opens your application.",
    ],
    button: { label: seeStatus, url },
  });
}

/**
 * Notifies somebody who applied twice, at the address of both applications. A different phone
 * number is shown only by its last digits, since a stranger may have typed the address.
 */
export function duplicateEmail(
  first: Application,
  second: Application,
  token: string,
  context: LinkContext,
): Email {
  const [numberBefore, number] = [first, second].map(({ answers }) =>
    phoneKey(textOf(answers, "phone")),
  );
  return composeEmail({
    kind: "application-twice",
    recipient: textOf(first.answers, "email"),
    subject: `You already applied at ${brand.name}`,
    lines: [
      `We got a second ${jobs[first.track]} application with your email address. Its reference is ${second.reference}. Your first one, ${first.reference}, is still with us.`,
      "Would you like us to use the new answers? The button combines the two. If you do nothing, both stay as they are.",
      ...(number === numberBefore
        ? []
        : [
            `The second one has another phone number. It ends in ${number?.slice(-2)}. Is that not your number? Then do not press the button.`,
          ]),
      `The link works for ${facts.keep.continueLinkDays} days.`,
      `See where the first one stands:\n${conversationLink(context, first.id)}`,
    ],
    button: { label: "Combine my applications", url: linkTo(context.origin(), first.track, token) },
    footnote: "If this was not you, do not press the button. Nothing changes then.",
  });
}
