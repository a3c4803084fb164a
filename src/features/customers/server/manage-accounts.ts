import type { Transaction } from "kysely";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { deviceHashStart } from "../../../platform/server/credentials/device-cookie.ts";
import {
  revokeTokens,
  type TokenKind,
} from "../../../platform/server/credentials/one-time-tokens.ts";
import {
  type Counter,
  clearCounter,
  clearCounters,
} from "../../../platform/server/credentials/throttles.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { ClientKeys } from "../../../platform/server/http/client-key.ts";
import { queueEmail } from "../../../platform/server/mail/outbox.ts";
import { emailChangedEmail } from "./auth/account-emails.ts";
import { sendVerification, updateProfileAddress } from "./auth/confirm-email.ts";
import { endSessions } from "./auth/sessions.ts";

/* What staff can do for an account's owner, after verifying who asks. */

/** Links and login steps that must not survive a change by staff. */
const accountTokens: readonly TokenKind[] = [
  "reset-password",
  "verify-email",
  "change-email",
  "login-code",
];

interface ManagedAccount {
  readonly uid: string;
  readonly email: string;
}

/**
 * Changes the login email at once. The new address gets a confirmation link, the old one is
 * notified, and every device is logged out.
 * @throws a unique violation if another account has the address
 */
export async function changeLoginEmail(
  trx: Transaction<Database>,
  { uid, email }: ManagedAccount,
  to: string,
  context: Pick<AppContext, "now" | "origin">,
): Promise<void> {
  const now = context.now();
  await trx
    .updateTable("accounts")
    .set({
      email: to,
      email_key: emailKey(to),
      shared_email_key: null,
      email_verified_at: null,
    })
    .where("uid", "=", uid)
    .execute();
  await updateProfileAddress(trx, { uid, from: emailKey(email), to, now });
  await revokeTokens(trx, uid, accountTokens);
  await endSessions(trx, uid);
  await sendVerification(trx, context, { uid, email: to });
  await queueEmail(trx, emailChangedEmail({ uid, email }), now);
}

/** Limits counted separately for each browser that has logged in to the account before. */
const browserLimits = ["loginBrowser", "resetBrowser"] as const;

/** Lifts the limits on attempts for an account, including those of browsers known to it. */
export async function liftThrottles(
  trx: Transaction<Database>,
  { uid, email }: ManagedAccount,
  clientKeys: Pick<ClientKeys, "hashAccount">,
): Promise<void> {
  const byEmail = clientKeys.hashAccount(email);
  const counters: readonly Counter[] = [
    { limit: "loginAccount", hash: byEmail },
    { limit: "mailAccount", hash: byEmail },
    { limit: "resetAccount", hash: byEmail },
    { limit: "codeAccount", hash: uid },
    { limit: "codeKnown", hash: uid },
    { limit: "proofAccount", hash: uid },
  ];
  for (const counter of counters) await clearCounter(trx, counter);
  for (const limit of browserLimits) await clearCounters(trx, limit, deviceHashStart(uid));
}

/**
 * Closes an account to everybody until it is enabled again; nothing is deleted.
 * @returns how many sessions ended, or undefined if it was already disabled
 */
export async function disableAccount(
  trx: Transaction<Database>,
  uid: string,
  now: number,
): Promise<number | undefined> {
  const changed = await trx
    .updateTable("accounts")
    .set({ disabled_at: now })
    .where("uid", "=", uid)
    .where("disabled_at", "is", null)
    .returning("uid")
    .executeTakeFirst();
  if (!changed) return undefined;
  await revokeTokens(trx, uid, accountTokens);
  return endSessions(trx, uid);
}

/** Opens a disabled account again. @returns false if it was not disabled */
export async function enableAccount(trx: Transaction<Database>, uid: string): Promise<boolean> {
  const changed = await trx
    .updateTable("accounts")
    .set({ disabled_at: null })
    .where("uid", "=", uid)
    .where("disabled_at", "is not", null)
    .returning("uid")
    .executeTakeFirst();
  return changed !== undefined;
}
