import type { Transaction } from "kysely";
import type { AppContext } from "../../../../../platform/server/app-context.ts";
import { secondFactorIn } from "../../../../../platform/server/credentials/second-factor.ts";
import type { Database } from "../../../../../platform/server/db/schema.ts";

export const customerSecondFactor = secondFactorIn({
  people: "accounts",
  id: "uid",
  codes: "recovery_codes",
  owner: "uid",
});

export interface CodeOwner {
  readonly uid: string;
  readonly totp_secret: string | null;
  readonly totp_enabled_at: number | null;
}

/** Checks and consumes a code. @returns false if it is wrong, or the account needs none */
export async function checkSecondFactor(
  trx: Transaction<Database>,
  { uid, totp_secret: authenticator, totp_enabled_at: since }: CodeOwner,
  code: string,
  context: Pick<AppContext, "secret" | "now">,
): Promise<boolean> {
  if (authenticator === null || since === null) return false;
  const owner = { id: uid, authenticator };
  return (await customerSecondFactor.consumeCode(trx, owner, code, context)) !== undefined;
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
  await customerSecondFactor.removeAuthenticator(trx, uid);
  await customerSecondFactor.removeRecoveryCodes(trx, uid);
  return since !== null;
}
