import { randomInt, timingSafeEqual } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { brand } from "../../../../brand.ts";
import { hasEmail } from "../../../../platform/contract/email.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { hashRecoveryCode } from "../../../../platform/server/credentials/recovery-codes.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { composeEmail } from "../../../../platform/server/mail/compose.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import type { Happening } from "../../../staff/server/event-words.ts";
import { queueText } from "../../../texts/server/outbox.ts";
import { findLinkNumber } from "../../../texts/server/own-texts.ts";
import type { TextContext } from "../../../texts/server/settings.ts";
import {
  type CallerQuestion,
  type CoveredFact,
  callerCheckTimes,
  callerQuestions,
  coveredFacts,
  maxMisses,
} from "../../contract/caller-check.ts";
import type { AccountAct } from "../event-words.ts";
import { isAnswer } from "./caller-answers.ts";
import {
  type CheckOf,
  type CheckRow,
  codeForMs,
  countMisses,
  isOpen,
  lockBoth,
  lockedForMs,
  readList,
  readOnRecord,
  rejectLocked,
  selectCheck,
} from "./check-state.ts";

/** @returns what was done, for the audit log, as all of these */
export async function startCheck(
  trx: Transaction<Database>,
  of: CheckOf,
  now: number,
): Promise<AccountAct> {
  await lockBoth(trx, of);
  await rejectLocked(trx, of, now);
  const fresh = {
    started_at: now,
    matched: "[]",
    shown: "[]",
    code_hash: null,
    code_sent_at: null,
    passed_at: null,
    ended_at: null,
  };
  await trx
    .insertInto("caller_checks")
    .values({ ...fresh, uid: of.uid, staff_id: of.staffId, misses: 0, missed_at: null })
    .onConflict((conflict) =>
      conflict.columns(["uid", "staff_id"]).doUpdateSet((row) => ({
        ...fresh,
        misses: row
          .case()
          .when("caller_checks.missed_at", ">", now - lockedForMs)
          .then(row.ref("caller_checks.misses"))
          .else(0)
          .end(),
      })),
    )
    .execute();
  return "check-started";
}

/** @throws ApiError "caller-unchecked" without an open check */
async function requireOpen(
  trx: Transaction<Database>,
  of: CheckOf,
  now: number,
): Promise<CheckRow> {
  const row = await selectCheck(trx, of).executeTakeFirst();
  if (!isOpen(row, now)) throw new ApiError("caller-unchecked");
  return row;
}

export interface Answered {
  readonly isMatch: boolean;
  readonly act: AccountAct | Happening;
}

/** Compares what a caller said, or the code that they read out. What was typed is not stored. */
export async function answerCheck(
  trx: Transaction<Database>,
  of: CheckOf,
  { question, answer }: { readonly question: CallerQuestion | "code"; readonly answer: string },
  { now: clock, secret }: Pick<AppContext, "now" | "secret">,
): Promise<Answered> {
  const now = clock();
  await lockBoth(trx, of);
  await rejectLocked(trx, of, now);
  const row = await requireOpen(trx, of, now);
  const record = await readOnRecord(trx, of.uid);
  const isCode = question === "code";
  const isMatch = isCode
    ? isEmailedCode(row, hashRecoveryCode(secret, of.uid, answer), now)
    : record !== undefined && isAnswer(question, answer, record);
  if (!isMatch) return { isMatch, act: await countMiss(trx, of, row, now) };
  if (isCode) return { isMatch, act: await pass(trx, of, now, "check-passed-by-code") };
  const matched = [...new Set([...readList(row.matched, callerQuestions), question])];
  if (matched.length === callerQuestions.length) {
    return { isMatch, act: await pass(trx, of, now, "check-passed") };
  }
  await update(trx, of, { matched: JSON.stringify(matched) });
  return { isMatch, act: { kind: "caller-check.matched", data: { question } } };
}

function isEmailedCode(row: CheckRow, hash: string, now: number): boolean {
  const { code_hash: expected, code_sent_at: sentAt } = row;
  if (expected === null || sentAt === null || sentAt <= now - codeForMs) return false;
  return timingSafeEqual(Buffer.from(expected), Buffer.from(hash));
}

async function pass(
  trx: Transaction<Database>,
  of: CheckOf,
  now: number,
  act: AccountAct,
): Promise<AccountAct> {
  await trx.updateTable("caller_checks").set({ misses: 0 }).where("uid", "=", of.uid).execute();
  await update(trx, of, { passed_at: now, code_hash: null, matched: "[]" });
  return act;
}

async function countMiss(
  trx: Transaction<Database>,
  of: CheckOf,
  row: CheckRow,
  now: number,
): Promise<AccountAct> {
  const counts = row.missed_at !== null && row.missed_at > now - lockedForMs;
  await update(trx, of, { misses: (counts ? row.misses : 0) + 1, missed_at: now });
  const { misses } = await countMisses(trx, "uid", of.uid, now);
  if (misses >= maxMisses) return "check-locked";
  return "check-missed";
}

/**
 * Emails a code to the confirmed address on record.
 * @throws ApiError "check-locked", "caller-unchecked", "email-unconfirmed"
 */
export async function sendCheckCode(
  trx: Transaction<Database>,
  of: CheckOf,
  context: Pick<AppContext, "now" | "secret">,
): Promise<AccountAct> {
  const now = context.now();
  const { email, email_verified_at: verifiedAt } = await lockForCode(trx, of, now);
  if (verifiedAt === null) throw new ApiError("email-unconfirmed");
  const code = await storeCode(trx, of, context);
  const message = composeEmail({
    kind: "caller-code",
    urgent: true,
    uid: of.uid,
    recipient: email,
    subject: "Your code for our phone call",
    lines: [
      `Read this code to the person you are talking with: ${code}`,
      `It works for ${callerCheckTimes.codeMinutes} minutes, and only for this call.`,
    ],
    footnote: "If you are not on the phone with us, tell no one this code, and call us.",
  });
  await queueEmail(trx, message, now);
  return "check-code-sent";
}

/**
 * Texts it to the phone on record, with the same bounds as a link to set a password. The account's
 * email may be missing, but an unconfirmed one may be a stranger's, who also chose the number.
 * @throws ApiError "check-locked", "caller-unchecked", "case-changed"
 */
export async function textCheckCode(
  trx: Transaction<Database>,
  of: CheckOf,
  context: Pick<AppContext, "secret"> & TextContext,
): Promise<AccountAct> {
  const account = await lockForCode(trx, of, context.now());
  const number = mayTextCode(account) ? await findLinkNumber(trx, of.uid, context) : undefined;
  if (!number) throw new ApiError("case-changed");
  const { numberKey, timeZone } = number;
  const code = await storeCode(trx, of, context);
  const body = `${brand.name}: if you are on the phone with us now, read us this code. Otherwise tell no one. It works for ${callerCheckTimes.codeMinutes} minutes:`;
  const to = { uid: of.uid, timeZone };
  await queueText(trx, { kind: "link", numberKey, body, link: code, caseId: null, to }, context);
  return "check-code-texted";
}

export function mayTextCode({
  email,
  disabled_at: disabledAt,
  email_verified_at: confirmedAt,
}: Pick<Account, "email" | "disabled_at" | "email_verified_at">): boolean {
  return disabledAt === null && (confirmedAt !== null || !hasEmail(email));
}

type Account = Pick<
  Selectable<Database["accounts"]>,
  "email" | "disabled_at" | "email_verified_at"
>;

async function lockForCode(trx: Transaction<Database>, of: CheckOf, now: number): Promise<Account> {
  await lockBoth(trx, of);
  await rejectLocked(trx, of, now);
  await requireOpen(trx, of, now);
  return trx
    .selectFrom("accounts")
    .select(["email", "email_verified_at", "disabled_at"])
    .where("uid", "=", of.uid)
    .executeTakeFirstOrThrow();
}

/** @returns a new code, "123 456" */
async function storeCode(
  trx: Transaction<Database>,
  of: CheckOf,
  { now, secret }: Pick<AppContext, "now" | "secret">,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const codeHash = hashRecoveryCode(secret, of.uid, code);
  await update(trx, of, { code_hash: codeHash, code_sent_at: now() });
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** @throws ApiError "caller-unchecked" */
export async function showFact(
  trx: Transaction<Database>,
  of: CheckOf,
  fact: CoveredFact,
  now: number,
): Promise<Happening> {
  await lockBoth(trx, of);
  const row = await requireOpen(trx, of, now);
  const shown = [...new Set([...readList(row.shown, coveredFacts), fact])];
  await update(trx, of, { shown: JSON.stringify(shown) });
  return { kind: "caller-check.shown", data: { fact } };
}

export async function endCheck(
  trx: Transaction<Database>,
  of: CheckOf,
  now: number,
): Promise<AccountAct> {
  await update(trx, of, { ended_at: now, code_hash: null });
  return "check-ended";
}

async function update(
  trx: Transaction<Database>,
  { uid, staffId }: CheckOf,
  set: Partial<CheckRow>,
): Promise<void> {
  await trx
    .updateTable("caller_checks")
    .set(set)
    .where("uid", "=", uid)
    .where("staff_id", "=", staffId)
    .execute();
}
