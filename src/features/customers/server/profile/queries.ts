import type { Kysely, Selectable, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import { formatStoredNeeds } from "../../../payments/server/queries.ts";
import {
  type EditableName,
  type ProfileResponse,
  profilePicturePath,
} from "../../contract/profile.ts";
import { pictureAddress } from "./address.ts";

/** Columns of the fields that a person may change. */
const columns = {
  firstName: "first_name",
  lastName: "last_name",
  emailAddress: "email_address",
  phoneNumber: "phone_number",
  addressLine1: "address_line1",
  city: "city",
  state: "state",
  zip: "zip",
} as const satisfies Record<EditableName, keyof Database["profiles"]>;

/** A person's profile as their own pages show it; undefined if deleted. */
export async function findProfile(
  db: Kysely<Database>,
  uid: string,
): Promise<ProfileResponse | undefined> {
  const row = await db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .leftJoin("payment_accounts", (join) =>
      join
        .onRef("payment_accounts.uid", "=", "profiles.uid")
        .onRef("payment_accounts.account_id", "=", "profiles.stripe_account_id"),
    )
    .leftJoin("pictures", (join) => join.on("pictures.path", "=", profilePicturePath(uid)))
    .selectAll("profiles")
    .select([
      "accounts.email",
      "accounts.email_verified_at",
      "accounts.support_id",
      "accounts.created_at",
      "payment_accounts.needs",
      "pictures.hash",
    ])
    .where("profiles.uid", "=", uid)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    user: {
      uid,
      ...toDetails(row),
      ...(row.stripe_account_id !== null && { stripeAccountId: row.stripe_account_id }),
    },
    version: row.version,
    memberSince: new Date(row.created_at).toISOString(),
    picture: row.hash === null ? null : pictureAddress(profilePicturePath(uid), row.hash),
    loginEmail: row.email,
    emailVerified: row.email_verified_at !== null,
    supportId: row.support_id,
    paymentNeeds: row.needs === null ? [] : formatStoredNeeds(row.needs),
  };
}

type Details = Pick<Selectable<Database["profiles"]>, (typeof columns)[EditableName]>;

/** What a customer entered, under the specification's names. */
export function toDetails(row: Details) {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    addressLine1: row.address_line1,
    city: row.city,
    state: row.state,
    zip: row.zip,
  };
}

export interface ProfileUpdate {
  readonly uid: string;
  readonly version: number;
  readonly changes: ReadonlyMap<EditableName, string>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Stores only the changed fields. @returns false if another change was saved since the version */
export async function updateProfile(
  trx: Transaction<Database>,
  { uid, version, changes, now }: ProfileUpdate,
): Promise<boolean> {
  const set = [...changes].map(([name, value]) => [columns[name], value]);
  const phone = changes.get("phoneNumber");
  const { numUpdatedRows } = await trx
    .updateTable("profiles")
    .set({
      ...Object.fromEntries(set),
      ...(phone !== undefined && { phone_key: phoneKey(phone) }),
      version: version + 1,
      updated_at: now,
    })
    .where("uid", "=", uid)
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
