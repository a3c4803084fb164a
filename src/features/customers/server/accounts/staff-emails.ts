import { brand } from "../../../../brand.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import type { Email } from "../../../../platform/server/mail/outbox.ts";
import { factorRemovalHours } from "../../contract/account-actions.ts";

/** What staff did to an account, as its owner reads it: subject and sentence. */
const acts = {
  "reset-link-texted": [
    "We texted you a link to set a new password",
    `You asked us for a new password for your ${brand.name} account, and we texted a link to your phone. Until it is used, your password stays the same.`,
  ],
  "welcome-texted": [
    `Your ${brand.name} account`,
    `We made a ${brand.name} account for you, as you asked us, and texted you a link to choose a password.`,
  ],
  "letter-made": [
    "A letter with a code is on its way to you",
    `You asked us for a letter with a code, with which you choose a password for your ${brand.name} account. It goes to the address that we have.`,
  ],
  "password-chosen": [
    "Your password is saved",
    `A password was chosen for your ${brand.name} account, with the code that we sent by letter or text. Log in with this email address and the password.`,
  ],
  "sessions-ended-by-staff": [
    "You were logged out everywhere",
    `We logged your ${brand.name} account out on all devices. Your password stays the same.`,
  ],
  "locked-by-staff": [
    "Your account is locked",
    `We locked your ${brand.name} account. No one can log in until we unlock it. Call us to unlock it.`,
  ],
  "unlocked-by-staff": [
    "Your account is unlocked",
    `We unlocked your ${brand.name} account. You can log in again.`,
  ],
  "corrected-by-staff": [
    "Your details were changed",
    `We changed details of your ${brand.name} account. You can see them in your profile.`,
  ],
  "email-change-undone": [
    "The change of your login email was undone",
    `The ${brand.name} account that was changed to this address has its earlier address again. This one no longer works for it.`,
  ],
  "factor-removal-asked": [
    "Your account will soon stop asking for a code",
    `We were told that you can no longer enter the codes of your ${brand.name} account. We turn them off when a second member of our staff confirms it, or after ${factorRemovalHours} hours. If you still have your codes, log in with one: then they stay on.`,
  ],
  "factor-removal-canceled": [
    "Your account still asks for a code",
    `The codes of your ${brand.name} account stay on.`,
  ],
  "codes-off-by-staff": [
    "Your account no longer asks for a code",
    "We turned off the codes of your account, because you told us that you could not log in. Logging in needs only your password again, and the account was logged out everywhere. You can set up codes again in the settings.",
  ],
  "merged-with-other": [
    "Your accounts are one now",
    `We merged your other ${brand.name} account into this one. Your requests and messages from both are in it. Log in as before.`,
  ],
  "merged-into-other": [
    "Your account was merged into your other one",
    `We merged your ${brand.name} account with this address into your other account. Its password, its passkeys and its codes no longer work, and it was logged out everywhere.`,
  ],
  "merge-undone": [
    "Your accounts are two again",
    `We undid the merge of your ${brand.name} accounts. Each has its own login, requests and settings again, as before.`,
  ],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export type StaffAct = keyof typeof acts;

/** Tells a customer what staff did. @param more a further sentence */
export function staffActEmail(
  { uid, email }: { readonly uid: string; readonly email: string },
  kind: StaffAct,
  more?: string,
): Email {
  const [subject, sentence] = acts[kind];
  return composeEmail({
    kind,
    uid,
    recipient: email,
    subject,
    lines: [sentence, ...(more === undefined ? [] : [more])],
    footnote: "If you did not ask for this, call us right away. The number is below.",
  });
}
