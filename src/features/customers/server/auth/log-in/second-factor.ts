import type { Transaction } from "kysely";
import type { AppContext } from "../../../../../platform/server/context/app-context.ts";
import {
  findCodeStep,
  isOneTimeCode,
  isUnusedStep,
  readCode,
} from "../../../../../platform/server/credentials/one-time-codes.ts";
import { hashRecoveryCode } from "../../../../../platform/server/credentials/recovery-codes.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";

export interface CodeOwner {
  readonly uid: string;
  readonly totp_secret: string | null;
  readonly totp_enabled_at: number | null;
}

/**
 * Checks a code of the account's authenticator or an unused recovery code, and consumes it: neither
 * works twice, not even concurrently. Spaces, dashes and case are ignored. Call
 * `prepareOneTimeCodes` first.
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
  if (isOneTimeCode(typed)) {
    const step = await findCodeStep(account.totp_secret, typed, context.now());
    return (
      step !== undefined && takeStep(trx, account.uid, account.totp_secret, step, context.now())
    );
  }
  const codeHash = hashRecoveryCode(context.secret, account.uid, typed);
  return takeRecoveryCode(trx, account.uid, codeHash, context.now());
}

/** A single statement, so that only one of two concurrent requests with the same code succeeds. */
async function takeStep(
  trx: Transaction<Database>,
  uid: string,
  secret: string,
  step: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("accounts")
    .set({ totp_last_step: step })
    .where("uid", "=", uid)
    .where("totp_secret", "=", secret)
    .where("totp_enabled_at", "is not", null)
    .where(isUnusedStep(step, now))
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
