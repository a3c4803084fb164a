import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { shownEmail } from "../../../../platform/contract/email.ts";
import type { FormValues } from "../../../../platform/contract/form-engine/define-form.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import type { createAccountForm } from "../../contract/create-account.ts";
import { emitAccount } from "../account-events.ts";
import { findFormerByEmail, rejectFormerAddress } from "../merges/former-accounts.ts";

export type NewAccountValues = typeof createAccountForm extends {
  readonly fields: readonly { readonly name: infer Name }[];
}
  ? FormValues<Name & string>
  : never;

/** The account with a login email; the first of several. */
export async function findAccountByEmail(db: Kysely<Database>, email: string) {
  return (await findAccountsByEmail(db, email))[0];
}

/**
 * The accounts with a login email. More than one only from before addresses had one canonical form,
 * when an invisible character or another spelling of the domain made a second account.
 */
export function findAccountsByEmail(db: Kysely<Database>, email: string) {
  const key = emailKey(email);
  return db
    .selectFrom("accounts")
    .selectAll()
    .where((row) => row.or([row("email_key", "=", key), row("shared_email_key", "=", key)]))
    .orderBy(sql`case when shared_email_key is null then 0 else 1 end`)
    .orderBy("created_at")
    .execute();
}

/** Whether an account has an address, or had it and was merged into another one than `uid`. */
export async function isAddressTaken(
  db: Kysely<Database>,
  email: string,
  uid?: string,
): Promise<boolean> {
  if (await findAccountByEmail(db, email)) return true;
  return (await findFormerByEmail(db, email)).some((one) => one.uid !== uid);
}

/** Whether passwords of the former site are left whose owners have not logged in here yet. */
export async function hasImportedPasswords(db: Kysely<Database>): Promise<boolean> {
  // In the words of the index.
  const isImported = sql<SqlBool>`substr(password_hash, 1, 17) = '$firebase-scrypt$'`;
  const row = await db.selectFrom("accounts").select("uid").where(isImported).executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks an account, and replaces the hash of its password if that is outdated.
 * @returns false if the password was changed in the meantime
 */
export async function keepPasswordHash(
  trx: Transaction<Database>,
  { uid, from, to }: { readonly uid: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const current = await trx
    .selectFrom("accounts")
    .select("uid")
    .where("uid", "=", uid)
    .where("password_hash", "=", from)
    .forUpdate()
    .executeTakeFirst();
  if (!current) return false;
  if (to !== from) {
    const kept = { password_hash: to };
    await trx.updateTable("accounts").set(kept).where("uid", "=", uid).execute();
  }
  return true;
}

export interface NewAccount {
  readonly uid: string;
  readonly values: Omit<NewAccountValues, "password"> & { readonly addressLine1?: string };
  readonly passwordHash: string;
  readonly supportId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** By staff: its owner chooses a password later. */
  readonly isAdded?: boolean;
}

/**
 * @throws a unique violation if the address is in use, ApiError "email-already-in-use" if it is that
 * of a merged account
 */
export async function insertAccount(
  trx: Transaction<Database>,
  { uid, values, passwordHash, supportId, now, isAdded = false }: NewAccount,
): Promise<void> {
  await trx
    .insertInto("accounts")
    .values({
      uid,
      email: values.email,
      email_key: emailKey(values.email),
      password_hash: passwordHash,
      support_id: supportId,
      created_at: now,
      email_verified_at: null,
      totp_secret: null,
      totp_enabled_at: null,
      totp_last_step: null,
      added_at: isAdded ? now : null,
    })
    .execute();
  await rejectFormerAddress(trx, values.email);
  await trx
    .insertInto("profiles")
    .values({
      uid,
      first_name: values.firstName,
      last_name: values.lastName,
      email_address: shownEmail(values.email),
      phone_number: values.phone,
      phone_key: phoneKey(values.phone),
      address_line1: values.addressLine1 ?? "",
      city: values.city,
      state: values.state,
      zip: values.zip,
      stripe_account_id: null,
      version: 1,
      updated_at: now,
      contact_method: "E-mail",
    })
    .execute();
  await emitAccount(trx, "created", uid, now);
}
