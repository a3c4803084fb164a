import type { Kysely, Selectable } from "kysely";
import { shownEmail } from "../../../platform/contract/email.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { ContactResponse } from "../contract/contacts.ts";

type Account = Selectable<Database["accounts"]>;

/** The account of an email address, or of a support ID. @param email in lower case */
export async function findAccount(
  db: Kysely<Database>,
  email: string,
  supportId: string,
): Promise<Account | undefined> {
  const accounts = await db
    .selectFrom("accounts")
    .selectAll()
    .where((row) => row.or([row("email_key", "=", email), row("support_id", "=", supportId)]))
    .execute();
  return accounts.find((one) => one.email_key === email) ?? accounts[0] ?? findKept();

  /** The account that one with the address or the ID was merged into. */
  function findKept() {
    return db
      .selectFrom("accounts")
      .selectAll()
      .where("uid", "in", (query) =>
        query
          .selectFrom("account_merges")
          .select("uid")
          .where((row) =>
            row.or([row("email_key", "=", email), row("support_id", "=", supportId)]),
          ),
      )
      .executeTakeFirst();
  }
}

/** The addresses of an account, with those of accounts that were merged into it. */
export async function listAddresses(
  db: Kysely<Database>,
  { uid, email_key: own }: Pick<Account, "uid" | "email_key">,
): Promise<readonly string[]> {
  const former = await db
    .selectFrom("account_merges")
    .select("email_key")
    .where("uid", "=", uid)
    .execute();
  return [own, ...former.map((one) => one.email_key)];
}

export async function readAccount(
  db: Kysely<Database>,
  account: Account,
): Promise<NonNullable<ContactResponse["account"]>> {
  const { uid } = account;
  const [passkeys, requests, profile, payment] = await Promise.all([
    db.selectFrom("passkeys").select("id").where("uid", "=", uid).execute(),
    db
      .selectFrom("completed_requests")
      .select("request_completed")
      .where("uid", "=", uid)
      .execute(),
    db.selectFrom("profiles").select("stripe_account_id").where("uid", "=", uid).executeTakeFirst(),
    db.selectFrom("payment_accounts").select("uid").where("uid", "=", uid).executeTakeFirst(),
  ]);
  const isDisabled = account.disabled_at !== null;
  const isConfirmed = account.email_verified_at !== null;
  const isPaid = (profile?.stripe_account_id ?? null) !== null;
  return {
    email: shownEmail(account.email),
    supportId: account.support_id,
    createdAt: new Date(account.created_at).toISOString(),
    state: isDisabled ? "disabled" : isConfirmed ? "confirmed" : "unconfirmed",
    passkeys: passkeys.length,
    hasAuthenticator: account.totp_enabled_at !== null,
    payment: isPaid ? "complete" : payment ? "started" : "none",
    requests: requests.length,
    completedRequests: requests.filter((one) => Number(one.request_completed) === 1).length,
  };
}
