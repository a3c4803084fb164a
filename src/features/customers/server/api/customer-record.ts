import type { Kysely } from "kysely";
import { shownEmail } from "../../../../platform/contract/email.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isoTime } from "../../../../platform/server/values/iso-time.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import type { CustomerQuery, CustomerRecord } from "../../contract/api.ts";
import { listNamed } from "../customer-refs.ts";

/** Customers with one phone number that are listed, at most. */
const maxFound = 100;

/** Customers as programs read them, the oldest account first. */
export async function readRecords(
  db: Kysely<Database>,
  uids: readonly string[],
): Promise<readonly CustomerRecord[]> {
  if (uids.length === 0) return [];
  const rows = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.uid", "accounts.uid")
    .selectAll("profiles")
    .select(["accounts.email", "accounts.email_verified_at", "accounts.support_id"])
    .select("accounts.created_at")
    .where(isOneOf(db, "accounts.uid", uids))
    .orderBy("accounts.created_at")
    .orderBy("accounts.uid")
    .execute();
  const linked = await db
    .selectFrom("customer_external_ids")
    .select(["uid", "system", "external_id"])
    .where(isOneOf(db, "uid", uids))
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    uid: row.uid,
    email: shownEmail(row.email),
    emailConfirmed: row.email_verified_at !== null,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone_number,
    addressLine1: row.address_line1,
    city: row.city,
    state: row.state,
    zip: row.zip,
    supportId: row.support_id,
    externalIds: linked
      .filter(({ uid }) => uid === row.uid)
      .map(({ system, external_id: id }) => ({ system, id })),
    createdAt: isoTime(row.created_at),
  }));
}

/** The uids of the customers that a query finds; those of merged accounts lead to the kept one. */
export async function findUids(
  db: Kysely<Database>,
  { phone, ...ref }: CustomerQuery,
): Promise<readonly string[]> {
  if (phone === undefined) return (await listNamed(db, ref)).map(({ uid }) => uid);
  const key = phoneKey(phone);
  if (key === "") return [];
  const rows = await db
    .selectFrom("profiles")
    .select("uid")
    .where("phone_key", "=", key)
    .orderBy("uid")
    .limit(maxFound)
    .execute();
  return rows.map(({ uid }) => uid);
}
