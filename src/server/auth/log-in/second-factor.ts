import { createHmac, randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import { referenceAlphabet } from "../../../contract/forms/submission.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { Database } from "../../platform/db/schema.ts";

/** Seconds that a code of an authenticator app stands (RFC 6238), and its digits. */
const codePeriod = 30;
const codeDigits = 6;
/** Clocks may be off by this many periods. */
const allowedDrift = 1;

/** What the second step of a sign-in looks at. */
export interface CodeOwner {
  readonly uid: string;
  readonly totp_secret: string | null;
  readonly totp_enabled_at: number | null;
}

/**
 * Loads what checks codes, which takes too long for a transaction. Await it before the
 * transaction that calls `checkSecondFactor`.
 */
export async function prepareSecondFactor(): Promise<void> {
  await import("otpauth");
}

/**
 * Takes a code of the account's authenticator or one of its unused recovery codes, and
 * uses it up: neither works twice, not even at the same moment. Spaces, dashes and
 * letter case do not count. Call `prepareSecondFactor` first.
 * @returns false when the code is wrong, used or too old, or the account asks for none
 */
export async function checkSecondFactor(
  trx: Transaction<Database>,
  account: CodeOwner,
  code: string,
  context: Pick<AppContext, "secret" | "now">,
): Promise<boolean> {
  if (account.totp_secret === null || account.totp_enabled_at === null) return false;
  const typed = readCode(code);
  if (typed.length === codeDigits && /^\d+$/.test(typed)) {
    const step = await findStep(account.totp_secret, typed, context.now());
    return (
      step !== undefined && takeStep(trx, account.uid, account.totp_secret, step, context.now())
    );
  }
  const codeHash = hashRecoveryCode(context.secret, account.uid, typed);
  return takeRecoveryCode(trx, account.uid, codeHash, context.now());
}

/**
 * Time step to which a code belongs, or undefined when it belongs to none around `now`.
 * @param now milliseconds since 1970
 */
export async function findStep(
  secret: string,
  code: string,
  now: number,
): Promise<number | undefined> {
  const { Secret, TOTP } = await import("otpauth");
  const delta = TOTP.validate({
    token: readCode(code),
    secret: Secret.fromBase32(secret),
    digits: codeDigits,
    period: codePeriod,
    timestamp: now,
    window: allowedDrift,
  });
  return delta === null ? undefined : Math.floor(now / 1000 / codePeriod) + delta;
}

/** One statement decides, so that of two requests with the same code one loses. */
async function takeStep(
  trx: Transaction<Database>,
  uid: string,
  secret: string,
  step: number,
  now: number,
): Promise<boolean> {
  // No code of a step after this one was ever taken, unless the clock was set back since.
  const newest = Math.floor(now / 1000 / codePeriod) + allowedDrift;
  const { numUpdatedRows } = await trx
    .updateTable("accounts")
    .set({ totp_last_step: step })
    .where("uid", "=", uid)
    .where("totp_secret", "=", secret)
    .where("totp_enabled_at", "is not", null)
    .where((row) =>
      row.or([
        row("totp_last_step", "is", null),
        row("totp_last_step", "<", step),
        row("totp_last_step", ">", newest),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function takeRecoveryCode(
  trx: Transaction<Database>,
  uid: string,
  codeHash: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("uid", "=", uid)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Ends the second step of a sign-in, with its recovery codes.
 * @returns whether the account asked for codes
 */
export async function removeSecondFactor(
  trx: Transaction<Database>,
  uid: string,
): Promise<boolean> {
  const { totp_enabled_at: since } = await trx
    .selectFrom("accounts")
    .select("totp_enabled_at")
    .where("uid", "=", uid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("accounts")
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where("uid", "=", uid)
    .execute();
  await trx.deleteFrom("recovery_codes").where("uid", "=", uid).execute();
  return since !== null;
}

/** A code as people type it: with spaces or dashes, in small letters. */
function readCode(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}

const recoveryCodeLength = 10;

/** What is stored of a recovery code. Keyed, because a code is short enough to be tried out. */
export function hashRecoveryCode(secret: Buffer, uid: string, code: string): string {
  return createHmac("sha256", secret)
    .update(`recovery:${uid}:${readCode(code)}`)
    .digest("base64url");
}

/** A new recovery code in two groups, of letters and digits that nobody mistakes: "7KDPM-X2R9H". */
export function makeRecoveryCode(): string {
  const letters = Array.from(
    { length: recoveryCodeLength },
    () => referenceAlphabet[randomInt(referenceAlphabet.length)],
  ).join("");
  return `${letters.slice(0, recoveryCodeLength / 2)}-${letters.slice(recoveryCodeLength / 2)}`;
}
