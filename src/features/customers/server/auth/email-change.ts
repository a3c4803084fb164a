import type { Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  issueToken,
  revokeTokens,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { emailChangeEmail, maskEmail } from "./account-emails.ts";

const lifetimeMs = hours(facts.keep.emailLinkHours);

interface EmailChange {
  readonly uid: string;
  /** The login email until the new one is confirmed. */
  readonly from: string;
  readonly to: string;
}

/**
 * Asks the new address to confirm and notifies the old one. Nothing changes until the emailed link
 * is used; a later request replaces this one.
 */
export async function startEmailChange(
  trx: Transaction<Database>,
  { uid, from, to }: EmailChange,
  context: Pick<AppContext, "origin" | "now">,
): Promise<void> {
  const now = context.now();
  await revokeTokens(trx, uid, ["change-email"]);
  const token = await issueToken(trx, { kind: "change-email", uid, data: to, lifetimeMs }, now);
  const link = { uid, email: to, token, origin: context.origin() };
  await queueEmail(trx, emailChangeEmail(link), now);
  await queueEmail(
    trx,
    composeEmail({
      kind: "change-email-notice",
      uid,
      recipient: from,
      subject: "Your email address is about to change",
      lines: [
        `Someone who is logged in to your account asked to log in with another address from now on: ${maskEmail(to)}`,
        "Nothing has changed yet. It changes once the link that we sent to the new address is used.",
      ],
      footnote: "If this was not you, change your password now and call us. The number is below.",
    }),
    now,
  );
}
