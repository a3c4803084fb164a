import { brand } from "../../brand.ts";
import { doorQuery } from "../../contract/doors.ts";
import { facts } from "../../contract/facts.ts";
import { type Path, paths } from "../../contract/paths.ts";
import { composeMail } from "../mail/compose.ts";
import type { Mail } from "../mail/outbox.ts";

interface Addressee {
  readonly uid: string;
  readonly email: string;
}

/** A mail whose button opens a page that uses the token up. */
interface LinkMail extends Addressee {
  readonly token: string;
  /** The site's public address. */
  readonly origin: string;
}

function linkTo({ origin, token }: LinkMail, path: Path): string {
  return `${origin}${path}?${doorQuery.token}=${token}`;
}

/** Asks a new customer to confirm the address. */
export function verifyEmailMail(to: LinkMail): Mail {
  return composeMail({
    kind: "verify-email",
    recipient: to.email,
    uid: to.uid,
    subject: `Welcome to ${brand.name}: please confirm your email`,
    lines: [
      `Your ${brand.name} account is ready. You can use it right away.`,
      "Please confirm that this address is yours, so that we can help you back in if you ever lose your password.",
    ],
    button: { label: "Confirm my email", url: linkTo(to, paths.confirmEmail) },
    footnote: `The link works for ${facts.keep.emailLinkHours} hours. If you did not create an account, call us and we remove it.`,
  });
}

/** Sends the link that sets a new password. */
export function resetPasswordMail(to: LinkMail): Mail {
  return composeMail({
    kind: "reset-password",
    recipient: to.email,
    uid: to.uid,
    subject: "Set a new password",
    lines: [
      `Somebody asked for a new password for your ${brand.name} account. If it was you, press the button and choose one.`,
    ],
    button: { label: "Set a new password", url: linkTo(to, paths.resetPassword) },
    footnote: `The link works once, for ${facts.keep.resetLinkMinutes} minutes. If it was not you, do nothing: your password stays as it is.`,
  });
}

/** Tells a person that their password was changed by a mailed link. */
export function passwordChangedMail({
  uid,
  email,
  wasConfirmed,
  passkeysRemoved,
  codesRemoved,
}: Addressee & {
  /** Nobody had shown before that the address is theirs: somebody else may have used the account. */
  readonly wasConfirmed: boolean;
  readonly passkeysRemoved: boolean;
  readonly codesRemoved: boolean;
}): Mail {
  const removed = [passkeysRemoved && "the passkeys", codesRemoved && "the codes from an app"]
    .filter(Boolean)
    .join(" and ");
  return composeMail({
    kind: "password-changed",
    recipient: email,
    uid,
    subject: "Your password was changed",
    lines: [
      `The password of your ${brand.name} account was just changed, and the account was logged out everywhere.`,
      ...(removed
        ? [
            `We also removed ${removed} of the account, because they were set up before its email was confirmed. You can set up yours again in the settings.`,
          ]
        : []),
      ...(wasConfirmed
        ? []
        : [
            "Until now nobody had confirmed that this email belongs to the account. Look at your profile and your payment profile: if somebody else filled them in, change what is not yours.",
          ]),
      "If it was you, there is nothing to do.",
    ],
    footnote: "If it was not you, call us right away.",
  });
}

/** Tells the old address that another one signs in now. */
export function emailChangedMail({ uid, email }: Addressee): Mail {
  return composeMail({
    kind: "email-changed",
    recipient: email,
    uid,
    subject: "Your login email was changed",
    lines: [
      `Your ${brand.name} account now logs in with another email address. This one no longer works for it.`,
      "If it was you, there is nothing to do.",
    ],
    footnote: "If it was not you, call us right away.",
  });
}
