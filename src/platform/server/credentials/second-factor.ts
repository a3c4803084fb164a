import type { Kysely, Transaction } from "kysely";
import type { AppContext } from "../app-context.ts";
import type { Database } from "../db/schema.ts";
import { findCodeStep, isOneTimeCode, isUnusedStep, readCode } from "./one-time-codes.ts";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";

/** Where the authenticators and recovery codes of customers or of staff are stored. */
interface SecondFactorStore {
  readonly people: "accounts" | "staff";
  /** The column of `people` with the id. */
  readonly id: "uid" | "id";
  readonly codes: "recovery_codes" | "staff_recovery_codes";
  /** The column of `codes` with the id. */
  readonly owner: "uid" | "staff_id";
}

interface CodeOwner {
  readonly id: string;
  /** Of the authenticator, if it is set up. */
  readonly authenticator: string | null;
}

export function secondFactorIn(store: SecondFactorStore) {
  // The tables of customers and of staff differ in the names of these columns only.
  const people = store.people as "accounts";
  const idColumn = store.id as "uid";
  const codes = store.codes as "recovery_codes";
  const owner = store.owner as "uid";

  async function removeRecoveryCodes(trx: Transaction<Database>, id: string): Promise<void> {
    await trx.deleteFrom(codes).where(owner, "=", id).execute();
  }

  return {
    /**
     * Checks a code of an authenticator or an unused recovery code, and consumes it in a single
     * statement: neither works twice, not even concurrently. Spaces, dashes and case are ignored.
     * Call `prepareOneTimeCodes` first.
     * @returns the name of what was used; undefined if the code is wrong, used or expired
     */
    async consumeCode(
      trx: Transaction<Database>,
      { id, authenticator }: CodeOwner,
      code: string,
      { secret, now: clock }: Pick<AppContext, "secret" | "now">,
    ): Promise<"a code" | "a recovery code" | undefined> {
      const now = clock();
      const typed = readCode(code);
      if (!isOneTimeCode(typed)) {
        const { numUpdatedRows } = await trx
          .updateTable(codes)
          .set({ used_at: now })
          .where(owner, "=", id)
          .where("code_hash", "=", hashRecoveryCode(secret, id, typed))
          .where("used_at", "is", null)
          .executeTakeFirst();
        return numUpdatedRows === 1n ? "a recovery code" : undefined;
      }
      if (authenticator === null) return undefined;
      const step = await findCodeStep(authenticator, typed, now);
      if (step === undefined) return undefined;
      const { numUpdatedRows } = await trx
        .updateTable(people)
        .set({ totp_last_step: step })
        .where(idColumn, "=", id)
        .where("totp_secret", "=", authenticator)
        .where("totp_enabled_at", "is not", null)
        .where(isUnusedStep(step, now))
        .executeTakeFirst();
      return numUpdatedRows === 1n ? "a code" : undefined;
    },

    async removeAuthenticator(trx: Transaction<Database>, id: string): Promise<void> {
      await trx
        .updateTable(people)
        .set({ totp_secret: null, totp_enabled_at: null, totp_last_step: null })
        .where(idColumn, "=", id)
        .execute();
    },

    removeRecoveryCodes,

    /** Makes new recovery codes; the old ones no longer work. */
    async replaceRecoveryCodes(
      trx: Transaction<Database>,
      id: string,
      { secret }: Pick<AppContext, "secret">,
    ): Promise<{ readonly codes: readonly string[] }> {
      const made = makeRecoveryCodes();
      await removeRecoveryCodes(trx, id);
      await trx
        .insertInto(codes)
        .values(
          made.map((code) => ({
            code_hash: hashRecoveryCode(secret, id, code),
            [owner]: id,
            used_at: null,
          })),
        )
        .execute();
      return { codes: made };
    },

    async countRecoveryCodes(db: Kysely<Database>, id: string): Promise<number> {
      const { left } = await db
        .selectFrom(codes)
        .select(({ fn }) => fn.countAll<number | string>().as("left"))
        .where(owner, "=", id)
        .where("used_at", "is", null)
        .executeTakeFirstOrThrow();
      return Number(left);
    },
  };
}
