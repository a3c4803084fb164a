import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import type { Session } from "../../../customers/server/auth/accounts/sessions.ts";

/**
 * Whose data: that of the signed-in person, or of somebody who proved that an address (in lower
 * case) is theirs, with or without an account.
 */
export type DataOwner = { readonly session: Session } | { readonly email: string };

interface Owner {
  /** Null without an account. */
  readonly uid: string | null;
  /** In lower case. Null: others may have sent messages from an unconfirmed address. */
  readonly email: string | null;
}

export async function findOwner(owner: DataOwner, { database }: AppContext): Promise<Owner> {
  const query = database.db
    .selectFrom("accounts")
    .select(["uid", "email_key", "email_verified_at"]);
  if ("email" in owner) {
    const account = await query.where("email_key", "=", owner.email).executeTakeFirst();
    return { uid: account?.uid ?? null, email: owner.email };
  }
  const { uid } = owner.session;
  const account = await query.where("uid", "=", uid).executeTakeFirst();
  const isConfirmed = (account?.email_verified_at ?? null) !== null;
  return { uid, email: isConfirmed ? (account?.email_key ?? null) : null };
}
