import { brand } from "../../../../brand.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { type Path, paths } from "../../../../platform/contract/paths.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import { emailUndoHours } from "../../contract/account-actions.ts";
import { authQuery } from "../../contract/auth.ts";
import { notMineQuery } from "../../contract/confirm-email.ts";

interface Addressee {
  readonly uid: string;
  readonly email: string;
}

interface LinkEmail extends Addressee {
  readonly token: string;
  readonly origin: string;
}

export function linkTo(
  { origin, token }: Pick<LinkEmail, "origin" | "token">,
  path: Path,
  name: string = authQuery.token,
): string {
  return `${origin}${path}?${name}=${token}`;
}

/** Why an address has to be confirmed. */
type VerificationReason = "account-created" | "changed-by-staff";

const reasons: Readonly<Record<VerificationReason, string>> = {
  "account-created": `Someone created a ${brand.name} account with this email address.`,
  "changed-by-staff": `We changed the login email of a ${brand.name} account to this address, as its owner asked us.`,
};

export function verificationEmail(to: LinkEmail, reason: VerificationReason): Email {
  return composeEmail({
    kind: "verify-email",
    urgent: true,
    recipient: to.email,
    uid: to.uid,
    subject: `Please confirm your email for ${brand.name}`,
    lines: [
      `${reasons[reason]} If it was you, please confirm that the address is yours. Then we can help you back in if you ever lose your password.`,
      confirmingNotice,
    ],
    button: { label: "Confirm my email", url: linkTo(to, paths.confirmEmail) },
    otherLink: { label: "This was not me", url: linkTo(to, paths.confirmEmail, notMineQuery) },
    footnote: `The links work for ${facts.keep.emailLinkHours} hours. If it was not you, press “This was not me”. ${reason === "account-created" ? "We remove the account then." : "The account gets its earlier address back then."}`,
  });
}

/** Answers the wish for a new password with the address of an account that staff merged. */
export function mergedAddressEmail({
  uid,
  former,
  email,
}: Addressee & { readonly former: string }): Email {
  return composeEmail({
    kind: "merged-address",
    urgent: true,
    recipient: former,
    uid,
    subject: `Your ${brand.name} login has another address`,
    lines: [
      "Someone asked for a link to set a new password for this address.",
      `We merged the ${brand.name} account with this address into your other one. Log in with ${maskEmail(email)}, and ask for the link with that address if you need one.`,
    ],
    footnote: "If the other account is not yours, call us. The number is below.",
  });
}

const confirmingNotice = "Once you confirm, we link your earlier messages to your account.";

/** Asks the owner of a new address to confirm that the account may log in with it. */
export function emailChangeEmail(to: LinkEmail): Email {
  return composeEmail({
    kind: "change-email",
    urgent: true,
    recipient: to.email,
    uid: to.uid,
    subject: "Confirm your new email address",
    lines: [
      `Someone who is logged in to a ${brand.name} account asked to log in with this address from now on. If it was you, press the button to confirm it. Until then, log in with your old address.`,
      confirmingNotice,
    ],
    button: { label: "Confirm this address", url: linkTo(to, paths.confirmEmail) },
    otherLink: { label: "This was not me", url: linkTo(to, paths.confirmEmail, notMineQuery) },
    footnote: `The links work for ${facts.keep.emailLinkHours} hours. If it was not you, press “This was not me”. Nothing changes then.`,
  });
}

export function accountRemovedEmail(recipient: string): Email {
  return composeEmail({
    kind: "account-removed",
    recipient,
    subject: "The account with your address is removed",
    lines: [
      `You told us that you did not make the ${brand.name} account with this address. It is removed, and it never saw anything that you sent us.`,
      "You can make an account of your own at any time.",
    ],
  });
}

/** Notifies a person that the owner of their requested login address rejected the change. */
export function emailChangeRejectedEmail({ uid, email }: Addressee): Email {
  return composeEmail({
    kind: "change-email-refused",
    recipient: email,
    uid,
    subject: "Your email address stays as it is",
    lines: [
      "You asked to log in with a new address. The owner of that address told us that it was not them. You still log in with this address.",
      "If you mistyped the new address, change it again in your settings.",
    ],
    footnote: "If you did not ask for a change, change your password now and call us.",
  });
}

export function resetPasswordEmail(
  to: Omit<LinkEmail, "uid"> & { readonly uid: string | undefined },
): Email {
  return composeEmail({
    kind: "reset-password",
    urgent: true,
    recipient: to.email,
    ...(to.uid !== undefined && { uid: to.uid }),
    subject: "Set a new password",
    lines: [
      `Someone asked for a new password for your ${brand.name} account. If it was you, press the button and choose one.`,
    ],
    button: { label: "Set a new password", url: linkTo(to, paths.resetPassword) },
    footnote: `The link works once, for ${facts.keep.resetLinkMinutes} minutes. If this was not you, you can ignore this email: your password stays the same.`,
  });
}

export function passwordChangedEmail({
  uid,
  email,
  wasConfirmed,
  passkeysRemoved,
  codesRemoved,
}: Addressee & {
  /** False if nobody had confirmed the address: somebody else may have used the account. */
  readonly wasConfirmed: boolean;
  readonly passkeysRemoved: boolean;
  readonly codesRemoved: boolean;
}): Email {
  const removed = [passkeysRemoved && "the passkeys", codesRemoved && "the codes from an app"]
    .filter(Boolean)
    .join(" and ");
  return composeEmail({
    kind: "password-changed",
    recipient: email,
    uid,
    subject: "Your password was changed",
    lines: [
      `The password of your ${brand.name} account was just changed, and the account was logged out everywhere.`,
      ...(removed
        ? [
            `We also removed ${removed}, because they were set up before the account's email was confirmed. You can set up your own again in the settings.`,
          ]
        : []),
      ...(wasConfirmed
        ? []
        : [
            "Please look at your profile and your payment profile. If any details are not yours, call us.",
          ]),
      "If this was you, you can ignore this email.",
    ],
    footnote: "If this was not you, call us right away.",
  });
}

/** @param undo link of a change by staff, with which the old address undoes it */
export function emailChangedEmail(
  { uid, email }: Addressee,
  undo?: Pick<LinkEmail, "token" | "origin">,
): Email {
  return composeEmail({
    kind: "email-changed",
    recipient: email,
    uid,
    subject: "Your login email was changed",
    lines: [
      `Your ${brand.name} account now logs in with another email address. This one no longer works for it.`,
      "If this was you, you can ignore this email.",
    ],
    ...(undo && {
      otherLink: {
        label: "This was not me. Change it back",
        url: linkTo(undo, paths.confirmEmail, notMineQuery),
      },
    }),
    footnote: undo
      ? `If this was not you, press “This was not me” within ${emailUndoHours} hours, and call us.`
      : "If this was not you, call us right away.",
  });
}

/** Masks an address so that only its owner recognizes it: "r•••@example.com". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
