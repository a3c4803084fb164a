import type { Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { noteErasure } from "../../../../platform/server/db/erasures.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { scheduleFolderRemoval } from "../../../../platform/server/files/removals.ts";
import { queueEmail } from "../../../../platform/server/mail/outbox.ts";
import { markMoved } from "../../../requests/server/change-time.ts";
import { deskItself } from "../../../staff/server/write-audit.ts";
import { mergeUndoDays } from "../../contract/merges.ts";
import { profilePicturePath } from "../../contract/profile.ts";
import { emitPaymentProfile } from "../account-events.ts";
import { recordAct } from "../accounts/acting.ts";
import { staffActEmail } from "../accounts/staff-emails.ts";
import { findAccountByEmail } from "../auth/queries.ts";
import { accountFolder } from "../files.ts";
import { type FormerAccount, findFormerByEmail } from "./former-accounts.ts";
import { type MergingActor, markChanged, setPayment } from "./merge-accounts.ts";
import { restoreRows } from "./moved-rows.ts";

/**
 * Makes a merged account again, with everything that moved; what was added since stays with the kept
 * one. Both addresses get an email.
 * @param mergedUid the uid that the account had
 * @returns the uid of the account that was kept
 * @throws ApiError "not-found"; "not-allowed" with the reason
 */
export async function undoMerge(mergedUid: string, acting: MergingActor): Promise<string> {
  const { trx, now } = acting;
  const former = await lockMerge(trx, mergedUid);
  if (!former) throw new ApiError("not-found");
  if (former.undo_until === null || Number(former.undo_until) <= now) {
    throw new ApiError("not-allowed", {
      message: `They were merged more than ${mergeUndoDays} days ago: what an undo needs is deleted.`,
    });
  }
  const kept = await separate(former, acting);
  for (const to of [kept, { uid: mergedUid, email: former.email }]) {
    await queueEmail(trx, staffActEmail(to, "merge-undone"), now);
  }
  return kept.uid;
}

/** The merge, and the account that was kept, locked until the commit. */
async function lockMerge(
  trx: Transaction<Database>,
  mergedUid: string,
): Promise<FormerAccount | undefined> {
  await trx
    .selectFrom("accounts")
    .select("uid")
    .where("uid", "in", (query) =>
      query.selectFrom("account_merges").select("uid").where("merged_uid", "=", mergedUid),
    )
    .forUpdate()
    .execute();
  return trx
    .selectFrom("account_merges")
    .selectAll()
    .where("merged_uid", "=", mergedUid)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns the account that was kept */
async function separate(former: FormerAccount, { trx, by, now }: MergingActor) {
  const { uid, merged_uid: mergedUid } = former;
  try {
    await restoreRows(trx, { keptUid: uid, mergedUid });
    await markMoved(trx, mergedUid, now);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError("not-allowed", {
      message: `An account has the email ${former.email} now. Change that first.`,
    });
  }
  await moveDocuments(trx, { from: uid, to: mergedUid });
  await returnPayment(trx, { from: uid, to: mergedUid }, now);
  await trx.deleteFrom("account_merges").where("merged_uid", "=", mergedUid).execute();
  await markChanged(trx, uid);
  const kept = await trx
    .selectFrom("accounts")
    .selectAll()
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  for (const [own, other, as] of [
    [kept, former, "kept"],
    [former, kept, "merged"],
  ] as const) {
    const data = { as, other: other.support_id };
    await recordAct({ trx, account: own, by, now }, { kind: "account.unmerged", data });
  }
  return kept;
}

interface Return {
  readonly from: string;
  readonly to: string;
}

/** Returns the documents of returned requests that were booked since. */
async function moveDocuments(trx: Transaction<Database>, { from, to }: Return): Promise<void> {
  const documentsOf = (uid: string) =>
    trx
      .selectFrom("requests")
      .select("document_id")
      .where("uid", "=", uid)
      .where("document_id", "is not", null);
  await trx
    .updateTable("completed_requests")
    .set({ uid: to })
    .where("uid", "=", from)
    .where("id", "in", documentsOf(to))
    .where("id", "not in", documentsOf(from))
    .execute();
}

/** Returns the payment profile, also one that was begun before the merge and confirmed since. */
async function returnPayment(
  trx: Transaction<Database>,
  { from, to }: Return,
  now: number,
): Promise<void> {
  const { confirmed, begun } = await trx
    .selectFrom("profiles")
    .leftJoin("payment_accounts", "payment_accounts.uid", "profiles.uid")
    .select(["stripe_account_id as confirmed", "account_id as begun"])
    .where("profiles.uid", "=", to)
    .executeTakeFirstOrThrow();
  const payment = confirmed ?? begun;
  if (payment === null) return;
  const wasMoved = await setPayment(trx, from, { from: payment, to: null });
  if (!wasMoved) return;
  await setPayment(trx, to, { from: confirmed, to: payment });
  for (const uid of [from, to]) await emitPaymentProfile(trx, uid, now);
}

/**
 * Before everything with an address is deleted: makes the accounts again that had it and were merged
 * into accounts with other addresses, so that the deletion finds exactly what was theirs. The owners
 * of those get an email.
 */
export async function separateMerged(
  trx: Transaction<Database>,
  email: string,
  now: number,
): Promise<void> {
  if (await findAccountByEmail(trx, email)) return;
  for (const { merged_uid: mergedUid } of await findFormerByEmail(trx, email)) {
    const former = await lockMerge(trx, mergedUid);
    if (!former || former.undo_until === null) continue;
    const kept = await separate(former, { trx, by: deskItself, now });
    await queueEmail(trx, staffActEmail(kept, "merge-undone"), now);
  }
}

/** Ends undos after their days: deletes what only they needed. Address and support ID stay. */
export async function endMergeUndos({
  database,
  now: clock,
}: Pick<AppContext, "database" | "now">): Promise<void> {
  const now = clock();
  const due = await database.db
    .selectFrom("account_merges")
    .select("merged_uid")
    .where("undo_until", "<=", now)
    .execute();
  for (const { merged_uid: mergedUid } of due) {
    await database.write(async (trx) => {
      const former = await lockMerge(trx, mergedUid);
      if (!former || former.undo_until === null || Number(former.undo_until) > now) return;
      await trx.deleteFrom("merged_rows").where("merged_uid", "=", mergedUid).execute();
      await trx.deleteFrom("pictures").where("path", "=", profilePicturePath(mergedUid)).execute();
      await scheduleFolderRemoval(trx, accountFolder(mergedUid), now);
      await trx
        .updateTable("account_merges")
        .set({ undo_until: null })
        .where("merged_uid", "=", mergedUid)
        .execute();
      await noteErasure(trx, now);
    });
  }
}
