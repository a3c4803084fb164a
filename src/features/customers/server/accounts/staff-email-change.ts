import type { Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import {
  consumeToken,
  issueToken,
  readToken,
  revokeTokens,
} from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { deskItself } from "../../../staff/server/write-audit.ts";
import { emailUndoHours } from "../../contract/account-actions.ts";
import { emitAccount } from "../account-events.ts";
import { emailChangedEmail } from "../auth/account-emails.ts";
import { sendVerification, updateProfileAddress } from "../auth/confirm-email.ts";
import { sendResetLink } from "../auth/log-in/reset-password.ts";
import { removeSecondFactor } from "../auth/log-in/second-factor.ts";
import { endSessions } from "../auth/sessions.ts";
import { rejectFormerAddress } from "../merges/former-accounts.ts";
import { type Acting, accountTokens, recordAct, tellOwner } from "./acting.ts";

const kinds = ["undo-email-change"] as const;

/** Data of the token with which the old address undoes a change. */
interface Former {
  readonly email: string;
  readonly wasConfirmed: boolean;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

type Context = Pick<AppContext, "database" | "now" | "origin" | "passwords">;

/**
 * Changes the login email at once. The new address gets a confirmation link, the old one a link that
 * undoes it, and every device is logged out.
 * @throws ApiError "email-already-in-use", "case-changed" if the account has the address
 */
export async function changeLoginEmail(
  acting: Acting,
  to: string,
  links: Pick<AppContext, "now" | "origin">,
): Promise<void> {
  const { trx, account, now } = acting;
  const { uid, email } = account;
  if (emailKey(to) === emailKey(email)) throw new ApiError("case-changed");
  await setEmail(trx, uid, { email: to, email_verified_at: null }, now);
  await updateProfileAddress(trx, { uid, from: emailKey(email), to, now });
  await revokeTokens(trx, uid, accountTokens);
  await endSessions(trx, uid);
  const wasConfirmed = account.email_verified_at !== null;
  const former: Former = { email, wasConfirmed, changedAt: now };
  const data = JSON.stringify(former);
  const lifetimeMs = hours(emailUndoHours);
  const token = await issueToken(trx, { kind: kinds[0], uid, data, lifetimeMs }, now);
  await sendVerification(trx, links, { uid, email: to });
  await queueEmail(trx, emailChangedEmail({ uid, email }, { token, origin: links.origin() }), now);
  await recordAct(acting, "email-changed");
}

export async function setEmail(
  trx: Transaction<Database>,
  uid: string,
  set: { email: string; email_verified_at: number | null; password_hash?: string },
  now: number,
): Promise<void> {
  await trx
    .updateTable("accounts")
    .set({ ...set, email_key: emailKey(set.email), shared_email_key: null })
    .where("uid", "=", uid)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new ApiError("email-already-in-use") : error;
    });
  // Afterwards, as the update waits for a merge that is ending the account with the address.
  await rejectFormerAddress(trx, set.email, uid);
  await emitAccount(trx, "email_changed", uid, now);
}

/** The old address of a link that still works. */
export async function readEmailUndo(
  token: string,
  { database, now }: Pick<Context, "database" | "now">,
): Promise<string | undefined> {
  const row = await readToken(database.db, token, kinds, now());
  return row && (JSON.parse(row.data) as Former).email;
}

/**
 * Gives an account its old email back, whatever changed it since.
 * @throws ApiError "link-expired"; "email-already-in-use" if another account has it now
 */
export function undoEmailChange(token: string, context: Context): Promise<void> {
  return context.database.write(async (trx) => {
    const link = await consumeToken(trx, token, kinds, context.now());
    if (!link || link.uid === null) throw new ApiError("link-expired");
    await restoreEmail(trx, link.uid, JSON.parse(link.data) as Former, context);
  });
}

/**
 * The same for a change to an address whose owner says that the account is not theirs.
 * @returns false if staff did not change the address within the last hours
 */
export async function undoNewestEmailChange(
  trx: Transaction<Database>,
  uid: string,
  context: Context,
): Promise<boolean> {
  const newest = await trx
    .selectFrom("one_time_tokens")
    .select("data")
    .where("uid", "=", uid)
    .where("kind", "in", kinds)
    .where("expires_at", ">", context.now())
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (newest) await restoreEmail(trx, uid, JSON.parse(newest.data) as Former, context);
  return newest !== undefined;
}

/**
 * Keeps out whoever changed it: sessions end, and the password and every passkey and code set up since
 * then stop working. The old address gets a link to set a new password.
 */
async function restoreEmail(
  trx: Transaction<Database>,
  uid: string,
  { email, wasConfirmed, changedAt }: Former,
  context: Context,
): Promise<void> {
  const now = context.now();
  const account = await trx
    .selectFrom("accounts")
    .selectAll()
    .where("uid", "=", uid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const restored = {
    email,
    email_verified_at: wasConfirmed ? now : null,
    password_hash: context.passwords.dummyHash,
  };
  await setEmail(trx, uid, restored, now);
  await updateProfileAddress(trx, { uid, from: emailKey(account.email), to: email, now });
  await trx
    .deleteFrom("passkeys")
    .where("uid", "=", uid)
    .where("created_at", ">=", changedAt)
    .execute();
  if ((account.totp_enabled_at ?? 0) >= changedAt) await removeSecondFactor(trx, uid);
  // Links of later changes would give the account to whoever made this one.
  await trx
    .deleteFrom("one_time_tokens")
    .where("uid", "=", uid)
    .where("kind", "in", kinds)
    .where("created_at", ">=", changedAt)
    .execute();
  await revokeTokens(trx, uid, accountTokens);
  await endSessions(trx, uid);
  await sendResetLink(trx, { uid, email }, context);
  const acting = { trx, account, by: deskItself, now };
  await tellOwner(acting, "email-change-undone");
  await recordAct(acting, "email-change-undone");
}
