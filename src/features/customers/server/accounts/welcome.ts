import type { Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { days, hours } from "../../../../platform/contract/durations.ts";
import { hasEmail, shownEmail } from "../../../../platform/contract/email.ts";
import { paths } from "../../../../platform/contract/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  issueToken,
  revokeTokens,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import {
  hashRecoveryCode,
  makeRecoveryCode,
} from "../../../../platform/server/credentials/recovery-codes.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { textObstacles } from "../../../texts/contract/consent.ts";
import { findTextObstacle, queueText } from "../../../texts/server/outbox.ts";
import { findOwnPhone } from "../../../texts/server/own-texts.ts";
import type { TextContext } from "../../../texts/server/settings.ts";
import {
  letterCodeDays,
  type WelcomeLetter,
  type WelcomeWay,
  welcomeLinkHours,
} from "../../contract/account-actions.ts";
import { linkTo } from "../auth/account-emails.ts";
import { findProfile } from "../profile/queries.ts";
import { type Acting, recordAct, tellOwner } from "./acting.ts";

type WelcomeContext = TextContext & Pick<AppContext, "origin" | "secret">;

/** An account that staff added; `added_at` is null once its owner has chosen a password. */
export interface Added extends Omit<Acting, "account"> {
  readonly account: Acting["account"] & { readonly added_at: number | null };
}

/**
 * Lets the owner of an account that staff added choose a password. It never works for an account that
 * has one: a staff member who reads the code of a letter could take nothing over with it.
 * @returns the letter, if that was asked for
 * @throws ApiError "case-changed" for such an account, or a locked one; "invalid" if the way is closed
 */
export async function welcome(
  acting: Added,
  way: WelcomeWay,
  context: WelcomeContext,
): Promise<WelcomeLetter | null> {
  const { account } = acting;
  if (account.added_at === null || account.disabled_at !== null) throw new ApiError("case-changed");
  const { user } = (await findProfile(acting.trx, account.uid)) ?? {};
  // Programs may leave it out.
  if (way !== "email" && !user?.zip) throw closed("Enter a ZIP code first: the code needs it.");
  return senders[way](acting, context);
}

const senders: Readonly<
  Record<WelcomeWay, (acting: Acting, context: WelcomeContext) => Promise<WelcomeLetter | null>>
> = { email: emailWelcome, text: textWelcome, letter: writeLetter };

async function emailWelcome(acting: Acting, { origin }: WelcomeContext): Promise<null> {
  const { trx, account, now } = acting;
  const { uid, email } = account;
  if (!hasEmail(email)) throw closed("This customer has no email.");
  await emailWelcomeLink(trx, { uid, email, now, origin: origin() });
  await recordAct(acting, "welcome-emailed");
  return null;
}

interface WelcomeLink {
  readonly uid: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly origin: string;
}

export async function emailWelcomeLink(
  trx: Transaction<Database>,
  { uid, email, now, origin }: WelcomeLink,
): Promise<void> {
  const lifetimeMs = hours(welcomeLinkHours);
  const token = await issueToken(
    trx,
    { kind: "reset-password", uid, data: email, lifetimeMs },
    now,
  );
  const url = linkTo({ origin, token }, paths.resetPassword);
  await queueEmail(trx, welcomeEmail({ uid, email }, url), now);
}

/** The link has the code of a letter, since only the emailed one confirms the email. */
async function textWelcome(acting: Acting, context: WelcomeContext): Promise<null> {
  const { trx, account } = acting;
  const { uid } = account;
  const phone = await findOwnPhone(trx, uid);
  const numberKey = phone?.numberKey ?? "";
  const obstacle = await findTextObstacle(trx, "link", numberKey, context);
  if (!phone || obstacle) throw closed(textObstacles[obstacle ?? "no-number"]);
  const code = await issueCode(acting, hours(welcomeLinkHours), context);
  const link = linkTo({ origin: context.origin(), token: code }, paths.welcome);
  const body = `${brand.name}: choose a password for your new account. The link works once, for ${welcomeLinkHours} hours:`;
  const to = { uid, timeZone: phone.timeZone };
  await queueText(trx, { kind: "link", numberKey, body, link, caseId: null, to }, context);
  await recordAct(acting, "welcome-texted");
  await tellOwner(acting, "welcome-texted");
  return null;
}

async function writeLetter(acting: Acting, context: WelcomeContext): Promise<WelcomeLetter> {
  const { trx, account, now } = acting;
  const { user } = (await findProfile(trx, account.uid)) ?? {};
  if (!user?.addressLine1) throw closed("Enter a street first: the letter needs an address.");
  const lifetimeMs = days(letterCodeDays);
  const code = await issueCode(acting, lifetimeMs, context);
  await recordAct(acting, "letter-made");
  await tellOwner(acting, "letter-made");
  return {
    name: `${user.firstName} ${user.lastName}`.trim(),
    address: [user.addressLine1, `${user.city}, ${user.state} ${user.zip}`],
    page: `${context.origin()}${paths.welcome}`,
    code,
    expiresAt: isoTime(now + lifetimeMs),
    email: shownEmail(account.email),
  };
}

/** A new code; one that was made before stops working. */
async function issueCode(
  { trx, account: { uid }, now }: Acting,
  lifetimeMs: number,
  { secret }: WelcomeContext,
): Promise<string> {
  await revokeTokens(trx, uid, ["welcome-code"]);
  const code = makeRecoveryCode();
  const token = hashWelcomeCode(secret, code);
  await issueToken(trx, { kind: "welcome-code", uid, data: "", lifetimeMs, token }, now);
  return code;
}

/** The token of a code: keyed, since codes are short enough for brute force. */
export function hashWelcomeCode(secret: Buffer, code: string): string {
  return hashRecoveryCode(secret, "welcome", code);
}

function closed(sentence: string): ApiError {
  return new ApiError("invalid", { message: sentence, fields: { welcome: sentence } });
}

function welcomeEmail(to: { readonly uid: string; readonly email: string }, url: string) {
  return composeEmail({
    kind: "added-by-staff",
    urgent: true,
    uid: to.uid,
    recipient: to.email,
    subject: `Your ${brand.name} account`,
    lines: [
      `We made a ${brand.name} account for you, as you asked us. Choose a password, and you can see your requests and receipts and ask for help online. You can also just call us.`,
    ],
    button: { label: "Choose a password", url },
    footnote: `The link works once, for ${welcomeLinkHours} hours. After that, press “Forgot your password?” where you log in. If you did not ask for an account, call us.`,
  });
}
