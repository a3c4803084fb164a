import type { Kysely, Transaction } from "kysely";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { secondFactorIn } from "../../../../platform/server/credentials/second-factor.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

export const staffSecondFactor = secondFactorIn({
  people: "staff",
  id: "id",
  codes: "staff_recovery_codes",
  owner: "staff_id",
});

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

/** Checks and consumes a code of a staff member. @returns the name of what was used, for the audit log */
export async function useStaffCode(
  trx: Transaction<Database>,
  staffId: string,
  code: string,
  context: Pick<AppContext, "secret" | "now">,
) {
  const person = await trx
    .selectFrom("staff")
    .select("totp_secret")
    .where("id", "=", staffId)
    .where("totp_enabled_at", "is not", null)
    .executeTakeFirst();
  const owner = { id: staffId, authenticator: person?.totp_secret ?? null };
  return staffSecondFactor.consumeCode(trx, owner, code, context);
}
