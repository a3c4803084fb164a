import { createHmac, randomInt } from "node:crypto";
import type { Transaction } from "kysely";
import { referenceAlphabet } from "../../../contract/forms/submission.ts";
import type { AppContext } from "../../context/app-context.ts";
import type { Database } from "../../platform/db/schema.ts";

/** Validity of an authenticator's code in seconds (RFC 6238), and its digits. */
const codePeriod = 30;
const codeDigits = 6;
/** Clocks may be off by this many periods. */
const allowedDrift = 1;

/** Account data for the second step of a login. */
export interface CodeOwner {
  readonly uid: string;
  readonly totp_secret: string | null;
  readonly totp_enabled_at: number | null;
}

/**
 * Imports the library that checks codes, which takes too long inside a transaction. Await it before
 * a transaction that calls `checkSecondFactor`.
 */
export async function prepareSecondFactor(): Promise<void> {
  await import("otpauth");
}

/**
 * Checks a code of the account's authenticator or an unused recovery code, and consumes it: neither
 * works twice, not even concurrently. Spaces, dashes and case are ignored. Call
 * `prepareSecondFactor` first.
 * @returns false if the code is wrong, used or expired, or the account needs none
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
 * Time step of a code, or undefined if it is not valid around `now`.
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

/** A single statement, so that one of two concurrent requests with the same code fails. */
async function takeStep(
  trx: Transaction<Database>,
  uid: string,
  secret: string,
  step: number,
  now: number,
): Promise<boolean> {
  // A stored step after this one was written before the clock was set back.
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
 * Removes the second factor of an account, with its recovery codes.
 * @returns whether the account needed codes
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

/** Normalizes a code as people type it: with spaces or dashes, in lower case. */
function readCode(code: string): string {
  return code.replace(/[\s-]/g, "").toUpperCase();
}

const recoveryCodeLength = 10;

/** Stored hash of a recovery code. Keyed, since a code is short enough to be guessed. */
export function hashRecoveryCode(secret: Buffer, uid: string, code: string): string {
  return createHmac("sha256", secret)
    .update(`recovery:${uid}:${readCode(code)}`)
    .digest("base64url");
}

/** A new recovery code in two groups, of characters that are hard to confuse: "7KDPM-X2R9H". */
export function makeRecoveryCode(): string {
  const letters = Array.from(
    { length: recoveryCodeLength },
    () => referenceAlphabet[randomInt(referenceAlphabet.length)],
  ).join("");
  return `${letters.slice(0, recoveryCodeLength / 2)}-${letters.slice(recoveryCodeLength / 2)}`;
}
