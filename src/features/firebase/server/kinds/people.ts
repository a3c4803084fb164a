import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from "kysely";
import { hasEmail, makeNoEmail } from "../../../../platform/contract/email.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import { Passwords } from "../../../../platform/server/credentials/passwords.ts";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import type { Contents } from "../ledger.ts";

/** Fields of Users, in the order of their contents. */
export interface Profile {
  readonly first_name: string;
  readonly last_name: string;
  readonly email_address: string;
  readonly phone_number: string;
  readonly address_line1: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly stripe_account_id: string | null;
}

export interface NewPerson {
  readonly uid: string;
  /** "" without one. */
  readonly email: string;
  readonly isConfirmed: boolean;
  readonly isDisabled: boolean;
  /** Null: they choose one with an emailed link, when they ask for it. */
  readonly passwordHash: string | null;
  readonly createdAt: number | null;
  readonly profile: Profile;
  /** Of the account, and of the profile. */
  readonly imported: readonly [string | null, string | null];
}

/** No password matches it. */
const { dummyHash } = new Passwords();

export const accountPath = (uid: string) => `auth:${uid}`;

export function profileContents(row: Profile): Contents {
  return [
    ...[row.first_name, row.last_name, row.email_address, row.phone_number, row.address_line1],
    ...[row.city, row.state, row.zip, row.stripe_account_id],
  ];
}

export function accountContents(
  row: Pick<Selectable<Database["accounts"]>, "email" | "disabled_at">,
): Contents {
  return [hasEmail(row.email) ? emailKey(row.email) : "", row.disabled_at !== null];
}

/** Adds accounts with their profiles. */
export async function insertPeople(
  trx: Transaction<Database>,
  people: readonly NewPerson[],
  now: number,
): Promise<void> {
  const accounts = people.map((one) => {
    const supportId = makeReference();
    const email = one.email || makeNoEmail(supportId);
    return {
      uid: one.uid,
      email,
      email_key: emailKey(email),
      password_hash: one.passwordHash ?? dummyHash,
      support_id: supportId,
      created_at: Math.min(one.createdAt ?? now, now),
      email_verified_at: one.isConfirmed ? now : null,
      disabled_at: one.isDisabled ? now : null,
      added_at: one.passwordHash === null ? now : null,
      imported: one.imported[0],
    };
  });
  const profiles = people.map(({ uid, profile, imported }) => ({
    uid,
    ...profile,
    phone_key: phoneKey(profile.phone_number),
    version: 1,
    updated_at: now,
    contact_method: "E-mail",
    imported: imported[1],
  }));
  for (const some of chunksOf(accounts)) await trx.insertInto("accounts").values(some).execute();
  for (const some of chunksOf(profiles)) await trx.insertInto("profiles").values(some).execute();
  await notePaymentAccounts(trx, people, now);
}

/** So that what the payment provider reports about an account finds its owner. */
export async function notePaymentAccounts(
  trx: Transaction<Database>,
  people: readonly { readonly uid: string; readonly profile: Profile }[],
  now: number,
): Promise<void> {
  const rows = people.flatMap(({ uid, profile: { stripe_account_id: id } }) =>
    id === null
      ? []
      : { uid, provider: "stripe", account_id: id, created_at: now, needs: "[]", needs_at: 0 },
  );
  for (const some of chunksOf(rows)) {
    await trx
      .insertInto("payment_accounts")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The account that each of these is part of: itself, or the one that it was merged into. */
export async function findOwners(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const own = await db
    .selectFrom("accounts")
    .select("uid")
    .where(isOneOf(db, "uid", uids))
    .execute();
  const merged = await db
    .selectFrom("account_merges")
    .select(["merged_uid", "uid"])
    .where(isOneOf(db, "merged_uid", uids))
    .execute();
  return new Map([
    ...merged.map((one) => [one.merged_uid, one.uid] as const),
    ...own.map(({ uid }) => [uid, uid] as const),
  ]);
}

/** Those whose address another account has or had. */
export async function findTakenAddresses(
  db: Kysely<Database>,
  people: readonly { readonly uid: string; readonly email: string }[],
): Promise<ReadonlySet<string>> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { uid, email } of people) {
    if (email === "") continue;
    const key = emailKey(email);
    if (keys.has(key)) taken.add(uid);
    else keys.set(key, uid);
  }
  const wanted = [...keys.keys()];
  const note = (key: string | null, owner: string) => {
    const uid = keys.get(key ?? "");
    if (uid !== undefined && uid !== owner) taken.add(uid);
  };
  const accounts = await db
    .selectFrom("accounts")
    .select(["uid", "email_key", "shared_email_key"])
    .where(
      sql<SqlBool>`(${isOneOf(db, "email_key", wanted)} or ${isOneOf(db, "shared_email_key", wanted)})`,
    )
    .execute();
  for (const one of accounts) {
    note(one.email_key, one.uid);
    note(one.shared_email_key, one.uid);
  }
  const former = await db
    .selectFrom("account_merges")
    .select(["uid", "email_key"])
    .where(isOneOf(db, "email_key", wanted))
    .execute();
  for (const one of former) note(one.email_key, one.uid);
  return taken;
}

export const obstacles = {
  merged: "It was merged into another account here.",
  taken: "Another account here has its email.",
} as const;
