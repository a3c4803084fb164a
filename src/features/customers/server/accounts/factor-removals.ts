import type { Transaction } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { revokeTokens } from "../../../../platform/server/credentials/one-time-tokens.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { deskItself } from "../../../staff/server/write-audit.ts";
import { factorRemovalHours } from "../../contract/account-actions.ts";
import { removeSecondFactor } from "../auth/log-in/second-factor.ts";
import { endSessions } from "../auth/sessions.ts";
import type { AccountAct } from "../event-words.ts";
import { type Acting, recordAct, tellOwner } from "./acting.ts";

const dueMs = hours(factorRemovalHours);

/**
 * Removes the second factor of someone who lost it, and logs them out. The password is kept.
 * @returns how many sessions ended
 * @throws ApiError "case-changed" if the account uses no codes
 */
export async function turnOffCodes(
  acting: Acting,
  act: AccountAct = "factor-removed",
): Promise<number> {
  const { trx, account } = acting;
  await deleteRemoval(trx, account.uid);
  if (!(await removeSecondFactor(trx, account.uid))) throw new ApiError("case-changed");
  await revokeTokens(trx, account.uid, ["login-code"]);
  await tellOwner(acting, "codes-off-by-staff");
  await recordAct(acting, act);
  return endSessions(trx, account.uid);
}

/** @returns false if none waits */
async function deleteRemoval(trx: Transaction<Database>, uid: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("second_factor_removals")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function askFactorRemoval(acting: Acting): Promise<void> {
  const { trx, account, by, now } = acting;
  if (account.totp_enabled_at === null) throw new ApiError("case-changed");
  const added = await trx
    .insertInto("second_factor_removals")
    .values({ uid: account.uid, asked_by: by.staffId ?? "", asked_at: now })
    .onConflict((conflict) => conflict.column("uid").doNothing())
    .returning("uid")
    .executeTakeFirst();
  if (!added) throw new ApiError("case-changed");
  await tellOwner(acting, "factor-removal-asked");
  await recordAct(acting, "factor-removal-asked");
}

/** @throws ApiError "not-allowed" for the one who asked */
export async function confirmFactorRemoval(acting: Acting): Promise<void> {
  const removal = await acting.trx
    .selectFrom("second_factor_removals")
    .select("asked_by")
    .where("uid", "=", acting.account.uid)
    .executeTakeFirst();
  if (!removal) throw new ApiError("case-changed");
  if (removal.asked_by === acting.by.staffId) {
    throw new ApiError("not-allowed", { message: "A coworker has to confirm what you asked for." });
  }
  await turnOffCodes(acting, "factor-removed-as-asked");
}

export async function cancelFactorRemoval(acting: Acting): Promise<void> {
  if (!(await deleteRemoval(acting.trx, acting.account.uid))) throw new ApiError("case-changed");
  await tellOwner(acting, "factor-removal-canceled");
  await recordAct(acting, "factor-removal-canceled");
}

/** The customer logged in with a code after all. */
export async function keepUsedFactor(
  trx: Transaction<Database>,
  uid: string,
  now: number,
): Promise<void> {
  if (!(await deleteRemoval(trx, uid))) return;
  const account = await selectAccount(trx, uid).executeTakeFirstOrThrow();
  const acting = { trx, account, by: deskItself, now };
  await tellOwner(acting, "factor-removal-canceled");
  await recordAct(acting, "factor-kept");
}

/** Carries out the removals that have waited for a day. */
export async function removeDueFactors({
  database,
  now,
}: Pick<AppContext, "database" | "now">): Promise<void> {
  const due = await database.db
    .selectFrom("second_factor_removals")
    .select("uid")
    .where("asked_at", "<=", now() - dueMs)
    .execute();
  for (const { uid } of due) {
    await database.write(async (trx) => {
      const account = await selectAccount(trx, uid).forUpdate().executeTakeFirst();
      const removal = await trx
        .selectFrom("second_factor_removals")
        .select("asked_at")
        .where("uid", "=", uid)
        .where("asked_at", "<=", now() - dueMs)
        .executeTakeFirst();
      if (!account || !removal) return;
      if (account.totp_enabled_at === null) await deleteRemoval(trx, uid);
      else {
        const acting = { trx, account, by: deskItself, now: now() };
        await turnOffCodes(acting, "factor-removed-when-due");
      }
    });
  }
}

function selectAccount(trx: Transaction<Database>, uid: string) {
  return trx.selectFrom("accounts").selectAll().where("uid", "=", uid);
}
