import { brand } from "../../../../brand.ts";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { staffLinkDays } from "../../../../platform/contract/desk/staff.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import type { StaffLinkKind } from "./staff-tokens.ts";

interface Recipient {
  readonly email: string;
  readonly name: string;
}

/** URL of a link: the token is in the fragment, which browsers never send. */
export function staffLink(origin: string, token: string): string {
  return `${origin}${deskPaths.join}#${token}`;
}

const works = `The link works once, for ${staffLinkDays} days.`;

const links = {
  join: {
    kind: "staff-invitation",
    subject: `Join the ${brand.name} desk`,
    sentence: `You are invited to the ${brand.name} desk, where we answer messages and applications.`,
    next: "Set a password and a passkey or a code app. Then you can start.",
    label: "Join the desk",
    footnote: "If you did not expect this, you can ignore this email.",
  },
  "new-password": {
    kind: "staff-new-password",
    subject: `Set a new password for the ${brand.name} desk`,
    sentence: "Someone asked for a new password for your login to the desk.",
    next: "You log in with your passkey or code as before.",
    label: "Set a new password",
    footnote: "If this was not you, you can ignore this email. Your password stays the same.",
  },
} as const;

export function staffLinkEmail(
  kind: StaffLinkKind,
  { email, name }: Recipient,
  url: string,
): Email {
  const { kind: emailKind, subject, sentence, next, label, footnote } = links[kind];
  return composeEmail({
    kind: emailKind,
    recipient: email,
    subject,
    lines: [`Hello ${name},`, sentence, next, works],
    button: { label, url },
    footnote,
    urgent: true,
  });
}

/** Changes that a staff member is notified of at once, in case somebody else made them. */
const changes = {
  password: "Your password for the desk was changed. Your other devices were logged out.",
  "authenticator-added": "A code app was set up for your login to the desk.",
  "authenticator-removed": "The code app was removed from your login to the desk.",
  "passkey-added": "A passkey was added to your login to the desk.",
  "passkey-removed": "A passkey was removed from your login to the desk.",
  "recovery-codes": "You have new recovery codes for the desk. The old ones no longer work.",
  "second-factor-reset":
    "An admin removed your passkeys, your code app and your recovery codes at the desk. Log in with your password, and set up a new one.",
} as const;

export type StaffNotice = keyof typeof changes;

export function staffNoticeEmail(notice: StaffNotice, recipient: Recipient): Email {
  return noticeEmail(recipient, "Your login to the desk was changed", changes[notice]);
}

/** Notifies a staff member which roles they have now. @param roles names, as staff read them */
export function rolesEmail(recipient: Recipient, roles: readonly string[]): Email {
  const sentence = `Your roles at the desk are now: ${roles.join(", ")}.`;
  return noticeEmail(recipient, "Your roles at the desk were changed", sentence);
}

function noticeEmail({ email, name }: Recipient, subject: string, sentence: string): Email {
  return composeEmail({
    kind: "staff-notice",
    recipient: email,
    subject,
    lines: [`Hello ${name},`, sentence],
    footnote: "If you did not expect this, tell an admin of the desk right away.",
  });
}
