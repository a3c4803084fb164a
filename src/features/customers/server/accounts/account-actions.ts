import { brand } from "../../../../brand.ts";
import { hasEmail } from "../../../../platform/contract/email.ts";
import { facts } from "../../../../platform/contract/facts.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { deviceHashStart } from "../../../../platform/server/credentials/device-cookie.ts";
import { revokeTokens } from "../../../../platform/server/credentials/one-time-tokens.ts";
import {
  type Counter,
  clearCounter,
  clearCounters,
} from "../../../../platform/server/credentials/throttles.ts";
import type { ClientKeys } from "../../../../platform/server/http/client-key.ts";
import { queueText } from "../../../texts/server/outbox.ts";
import { findLinkNumber } from "../../../texts/server/own-texts.ts";
import type { TextContext } from "../../../texts/server/settings.ts";
import { type CorrectableName, correctableLabels } from "../../contract/account-actions.ts";
import { emitAccount } from "../account-events.ts";
import { sendVerification } from "../auth/confirm-email.ts";
import { makeResetLink, sendResetLink } from "../auth/log-in/reset-password.ts";
import { endSessions } from "../auth/sessions.ts";
import { findProfile, updateProfile } from "../profile/queries.ts";
import { findChanges } from "../profile/routes.ts";
import { type Acting, accountTokens, type RecordedActing, recordAct, tellOwner } from "./acting.ts";

/*
 * What staff at the desk and operators do for an account's owner, after verifying who asks. Each
 * function writes the audit log and emails the owner, and throws ApiError "case-changed" if the
 * account is not in the state that it needs.
 */

type Links = Pick<AppContext, "now" | "origin">;

/** Emails a link to set a new password. An account that is locked gets none: it would open nothing. */
export async function mailResetLink(acting: Acting, links: Links): Promise<void> {
  const { disabled_at: lockedAt, email } = acting.account;
  if (lockedAt !== null || !hasEmail(email)) throw new ApiError("case-changed");
  await sendResetLink(acting.trx, acting.account, links);
  await recordAct(acting, "reset-link-sent");
}

/** Texts that link instead, and emails that we did. The email stays as confirmed as it was. */
export async function textResetLink(acting: Acting, context: Links & TextContext): Promise<void> {
  const { trx, account } = acting;
  const { uid } = account;
  if (!mayTextLink(account)) throw new ApiError("case-changed");
  const number = await findLinkNumber(trx, uid, context);
  if (!number) throw new ApiError("case-changed");
  const { numberKey, timeZone } = number;
  const link = await makeResetLink(trx, account, context);
  const minutes = facts.keep.resetLinkMinutes;
  const body = `${brand.name}: your link to set a new password. It works once, for ${minutes} minutes:`;
  const text = { kind: "link", numberKey, body, link, caseId: null } as const;
  await queueText(trx, { ...text, to: { uid, timeZone } }, context);
  await recordAct(acting, "reset-link-texted");
  await tellOwner(acting, "reset-link-texted");
}

/** An unconfirmed email may be a stranger's, who also chose the number. */
export function mayTextLink({
  disabled_at: disabledAt,
  email_verified_at: confirmedAt,
}: Pick<Acting["account"], "disabled_at" | "email_verified_at">): boolean {
  return disabledAt === null && confirmedAt !== null;
}

/** Emails the link that confirms the email again. */
export async function mailConfirmation(acting: Acting, links: Links): Promise<void> {
  const { email, email_verified_at: confirmedAt } = acting.account;
  if (confirmedAt !== null || !hasEmail(email)) throw new ApiError("case-changed");
  await sendVerification(acting.trx, links, acting.account);
  await recordAct(acting, "confirmation-sent");
}

/** @returns how many sessions ended */
export async function logOutEverywhere(acting: Acting): Promise<number> {
  const ended = await endSessions(acting.trx, acting.account.uid);
  await recordAct(acting, { kind: "account.sessions-ended", data: { ended } });
  if (ended > 0) await tellOwner(acting, "sessions-ended-by-staff");
  return ended;
}

/**
 * Closes an account to everybody until it is unlocked; nothing is deleted.
 * @param reason read by the owner, in an email and at the log-in; without one, the owner is told nothing
 * @returns how many sessions ended
 */
export async function lockAccount(acting: Acting, reason: string | null): Promise<number> {
  const { trx, account, by, now } = acting;
  // The log-in shows it before another sentence.
  const sentence = reason && (/[.!?]$/.test(reason) ? reason : `${reason}.`);
  const changed = await trx
    .updateTable("accounts")
    .set({ disabled_at: now, locked_by: by.name, lock_reason: sentence })
    .where("uid", "=", account.uid)
    .where("disabled_at", "is", null)
    .returning("uid")
    .executeTakeFirst();
  if (!changed) throw new ApiError("case-changed");
  await revokeTokens(trx, account.uid, accountTokens);
  const ended = await endSessions(trx, account.uid);
  await recordAct(acting, "locked");
  await emitAccount(trx, "locked", account.uid, now);
  if (sentence !== null) await tellOwner(acting, "locked-by-staff", `The reason: ${sentence}`);
  return ended;
}

export async function unlockAccount(acting: Acting): Promise<void> {
  const { trx, account, now } = acting;
  const changed = await trx
    .updateTable("accounts")
    .set({ disabled_at: null, locked_by: null, lock_reason: null })
    .where("uid", "=", account.uid)
    .where("disabled_at", "is not", null)
    .returning("uid")
    .executeTakeFirst();
  if (!changed) throw new ApiError("case-changed");
  await recordAct(acting, "unlocked");
  await emitAccount(trx, "unlocked", account.uid, now);
  await tellOwner(acting, "unlocked-by-staff");
}

interface Correction {
  /** Of the profile. */
  readonly version: number;
  readonly changes: Readonly<Partial<Record<CorrectableName, string>>>;
}

/** Changes details of the profile; does nothing if they are stored already. @throws ApiError "invalid" */
export async function correctProfile(acting: Acting, sent: Correction): Promise<void> {
  const changed = await storeCorrection(acting, sent);
  if (changed.length === 0) return;
  const names = changed.map((name) => correctableLabels[name]);
  await tellOwner(acting, "corrected-by-staff", `What we changed: ${names.join(", ")}.`);
}

/** The same, and emails nothing. @returns what differed */
export async function storeCorrection(
  acting: RecordedActing & { readonly account: Pick<Acting["account"], "uid"> },
  sent: Correction,
): Promise<readonly CorrectableName[]> {
  const { trx, account, now } = acting;
  const { uid } = account;
  const stored = await findProfile(trx, uid);
  if (!stored) throw new ApiError("not-found");
  const changes = findChanges(sent.changes, stored.user);
  if (changes.size === 0) return [];
  const isSaved = await updateProfile(trx, { uid, version: sent.version, changes, now });
  if (!isSaved) throw new ApiError("case-changed");
  const changed = [...changes.keys()] as CorrectableName[];
  await recordAct(acting, { kind: "account.corrected", data: { changed } });
  return changed;
}

/** Limits counted separately for each browser that has logged in to the account before. */
const browserLimits = ["loginBrowser", "resetBrowser"] as const;

/** Lifts the limits on attempts for an account, including those of browsers known to it. */
export async function liftThrottles(
  acting: Acting,
  clientKeys: Pick<ClientKeys, "hashAccount">,
): Promise<void> {
  const { trx, account } = acting;
  const { uid } = account;
  const byEmail = clientKeys.hashAccount(account.email);
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
  await recordAct(acting, "limits-lifted");
}
