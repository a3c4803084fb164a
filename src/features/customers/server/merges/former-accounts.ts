import type { Kysely, Selectable } from "kysely";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

export type FormerAccount = Selectable<Database["account_merges"]>;

/** The accounts that were merged into these, the first merged first. */
export async function listFormer(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<readonly FormerAccount[]> {
  if (uids.length === 0) return [];
  return db
    .selectFrom("account_merges")
    .selectAll()
    .where("uid", "in", uids)
    .orderBy("at")
    .orderBy("merged_uid")
    .execute();
}

/** The accounts that had a login email and were merged into others. */
export function findFormerByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<readonly FormerAccount[]> {
  const key = emailKey(email);
  return db
    .selectFrom("account_merges")
    .selectAll()
    .where("email_key", "=", key)
    .orderBy("at", "desc")
    .execute();
}

/**
 * Call it in the transaction that gives an account an address: that of a merged account belongs to
 * the account that was kept. @throws ApiError "email-already-in-use"
 */
export async function rejectFormerAddress(
  db: Kysely<Database>,
  email: string,
  uid?: string,
): Promise<void> {
  const former = await findFormerByEmail(db, email);
  if (former.some((one) => one.uid !== uid)) throw new ApiError("email-already-in-use");
}
