import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Session } from "../../../customers/server/auth/sessions.ts";
import { listFormer } from "../../../customers/server/merges/former-accounts.ts";
import type { DataOwner } from "../feature-data.ts";

/**
 * Whose data: that of the signed-in person, or of somebody who proved that an address (in lower
 * case) is theirs, with or without an account.
 */
export type OwnerKeys = { readonly session: Session } | { readonly email: string };

/** Finds the account of an owner, and the address that is proven to be theirs. */
export async function findOwner(keys: OwnerKeys, { database }: AppContext): Promise<DataOwner> {
  const query = database.db
    .selectFrom("accounts")
    .select(["uid", "email_key", "email_verified_at"]);
  if ("email" in keys) {
    const account = await query.where("email_key", "=", keys.email).executeTakeFirst();
    return { uid: account?.uid ?? null, email: keys.email, sessionId: "" };
  }
  const { uid, id: sessionId } = keys.session;
  const account = await query.where("uid", "=", uid).executeTakeFirst();
  const isConfirmed = (account?.email_verified_at ?? null) !== null;
  return { uid, email: isConfirmed ? (account?.email_key ?? null) : null, sessionId };
}

/** Confirmed addresses of accounts that were merged into the owner's. */
export async function findFormerAddresses(
  { uid, email }: DataOwner,
  { database: { db } }: AppContext,
): Promise<readonly string[]> {
  const former = uid === null ? [] : await listFormer(db, [uid]);
  const confirmed = former.filter((one) => one.confirmed_at !== null);
  return [...new Set(confirmed.map((one) => one.email_key))].filter((one) => one !== email);
}
