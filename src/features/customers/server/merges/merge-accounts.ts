import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { endHelpsOf } from "../../../helpers/server/people/change-help.ts";
import { endApps } from "../../../identity/server/end-apps.ts";
import { markMoved } from "../../../requests/server/change-time.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { mergeUndoDays } from "../../contract/merges.ts";
import { emitPaymentProfile } from "../account-events.ts";
import { recordAct } from "../accounts/acting.ts";
import { staffActEmail } from "../accounts/staff-emails.ts";
import { maskEmail } from "../auth/account-emails.ts";
import { moveRows } from "./moved-rows.ts";
import { findObstacle, type MergePair, readSide } from "./preview-merge.ts";

/** Who acts, in which transaction. */
export interface MergingActor {
  readonly trx: Transaction<Database>;
  readonly by: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Versions {
  readonly kept: number;
  readonly other: number;
}

/** Locks both accounts, always in the same order, so that two merges cannot wait for each other. */
export async function lockPair(trx: Transaction<Database>, pair: MergePair): Promise<void> {
  await trx
    .selectFrom("accounts")
    .select("uid")
    .where("uid", "in", [pair.kept, pair.other])
    .orderBy("uid")
    .forUpdate()
    .execute();
}

/**
 * Makes two accounts of one person one (docs/decisions/0131): what belongs to the other account
 * moves, its login ends, and its address and support ID lead to the kept one from then on. Both
 * addresses get an email.
 * @param versions of the profiles that were shown; a later change is not merged unseen
 * @throws ApiError "not-found"; "case-changed"; "not-allowed" with the obstacle
 */
export async function mergeAccounts(
  pair: MergePair,
  { trx, by, now }: MergingActor,
  versions?: Versions,
): Promise<void> {
  await lockPair(trx, pair);
  const [kept, other] = [await readSide(trx, pair.kept), await readSide(trx, pair.other)];
  const obstacle = await findObstacle(trx, kept, other, now);
  if (obstacle !== null) throw new ApiError("not-allowed", { message: obstacle });
  const isSeen =
    versions === undefined ||
    (Number(kept.version) === versions.kept && Number(other.version) === versions.other);
  if (!isSeen) throw new ApiError("case-changed");
  const { uid } = kept;
  await trx
    .insertInto("account_merges")
    .values({
      merged_uid: other.uid,
      uid,
      email: other.email,
      email_key: other.shared_email_key ?? other.email_key,
      support_id: other.support_id,
      confirmed_at: other.email_verified_at,
      merged_by: by.name,
      at: now,
      undo_until: now + days(mergeUndoDays),
    })
    .execute();
  await endHelpsOf(trx, other.uid, now);
  await moveRows(trx, { keptUid: uid, mergedUid: other.uid });
  await markMoved(trx, other.uid, now);
  if (other.stripe_account_id !== null) {
    await setPayment(trx, uid, { from: null, to: other.stripe_account_id });
    await emitPaymentProfile(trx, uid, now);
  }
  if (kept.added_at !== null && other.added_at === null) {
    // The code of a letter, which staff see, would open what somebody with a password owns.
    await trx.updateTable("accounts").set({ added_at: null }).where("uid", "=", uid).execute();
  }
  await endApps(trx, other.uid);
  await trx.deleteFrom("accounts").where("uid", "=", other.uid).execute();
  await markChanged(trx, uid);
  for (const [own, another, as] of [
    [kept, other, "kept"],
    [other, kept, "merged"],
  ] as const) {
    const data = { as, other: another.support_id };
    await recordAct({ trx, account: own, by, now }, { kind: "account.merged", data });
  }
  const undo = `If it is not right, call us: we can undo it for ${mergeUndoDays} days.`;
  const told = [
    staffActEmail(
      kept,
      "merged-with-other",
      `The other address: ${maskEmail(other.email)}. ${undo}`,
    ),
    staffActEmail(
      { uid, email: other.email },
      "merged-into-other",
      `Log in with ${maskEmail(kept.email)} from now on. ${undo}`,
    ),
  ];
  for (const email of told) await queueEmail(trx, email, now);
}

/**
 * Takes over the confirmed account at the payment processor, or gives it back.
 * @returns false if the profile has another one than `from`
 */
export async function setPayment(
  trx: Transaction<Database>,
  uid: string,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("profiles")
    .set({ stripe_account_id: to })
    .where("uid", "=", uid)
    .where("stripe_account_id", from === null ? "is" : "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** For the search, and for open pages. */
export async function markChanged(trx: Transaction<Database>, uid: string): Promise<void> {
  await trx.insertInto("stale_customers").values({ uid }).execute();
}
