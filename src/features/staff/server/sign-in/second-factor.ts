import type { Kysely, Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import {
  findCodeStep,
  isOneTimeCode,
  isUnusedStep,
  readCode,
} from "../../../../platform/server/credentials/one-time-codes.ts";
import {
  hashRecoveryCode,
  makeRecoveryCodes,
} from "../../../../platform/server/credentials/recovery-codes.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

export interface SecondFactors {
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
}

export async function readSecondFactors(
  db: Kysely<Database>,
  staffId: string,
): Promise<SecondFactors> {
  const { totp_enabled_at: since } = await db
    .selectFrom("staff")
    .select("totp_enabled_at")
    .where("id", "=", staffId)
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom("staff_passkeys")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where("staff_id", "=", staffId)
    .executeTakeFirstOrThrow();
  return { hasAuthenticator: since !== null, passkeys: Number(count) };
}

/**
 * Checks a code of a staff member's authenticator or an unused recovery code, and consumes it:
 * neither works twice, not even concurrently. Call `prepareOneTimeCodes` first.
 * @returns the name of what was used, for the audit log; undefined if the code is wrong
 */
export async function useStaffCode(
  trx: Transaction<Database>,
  staffId: string,
  code: string,
  { secret: key, now: clock }: Pick<AppContext, "secret" | "now">,
): Promise<"a code" | "a recovery code" | undefined> {
  const now = clock();
  const typed = readCode(code);
  if (!isOneTimeCode(typed)) {
    const { numUpdatedRows } = await trx
      .updateTable("staff_recovery_codes")
      .set({ used_at: now })
      .where("staff_id", "=", staffId)
      .where("code_hash", "=", hashRecoveryCode(key, staffId, typed))
      .where("used_at", "is", null)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? "a recovery code" : undefined;
  }
  const person = await trx
    .selectFrom("staff")
    .select("totp_secret")
    .where("id", "=", staffId)
    .where("totp_enabled_at", "is not", null)
    .executeTakeFirst();
  if (!person || person.totp_secret === null) return undefined;
  const step = await findCodeStep(person.totp_secret, typed, now);
  if (step === undefined) return undefined;
  const { numUpdatedRows } = await trx
    .updateTable("staff")
    .set({ totp_last_step: step })
    .where("id", "=", staffId)
    .where("totp_secret", "=", person.totp_secret)
    .where(isUnusedStep(step, now))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "a code" : undefined;
}

/** Gives a staff member new recovery codes; the old ones no longer work. */
export async function replaceStaffRecoveryCodes(
  trx: Transaction<Database>,
  staffId: string,
  { secret }: Pick<AppContext, "secret">,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes();
  await removeStaffRecoveryCodes(trx, staffId);
  await trx
    .insertInto("staff_recovery_codes")
    .values(
      codes.map((code) => ({
        code_hash: hashRecoveryCode(secret, staffId, code),
        staff_id: staffId,
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

export async function removeStaffRecoveryCodes(
  trx: Transaction<Database>,
  staffId: string,
): Promise<void> {
  await trx.deleteFrom("staff_recovery_codes").where("staff_id", "=", staffId).execute();
}

export async function removeStaffAuthenticator(
  trx: Transaction<Database>,
  staffId: string,
): Promise<void> {
  await trx
    .updateTable("staff")
    .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
    .where("id", "=", staffId)
    .execute();
}
