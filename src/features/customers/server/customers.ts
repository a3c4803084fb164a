import type { Kysely, Selectable } from "kysely";
import { emailKey } from "../../../platform/contract/form-engine/rules.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { spellingsOf } from "../../../platform/server/values/email-spellings.ts";
import { phoneKey } from "../../../platform/server/values/phone.ts";
import {
  type Collection,
  type FoundRecord,
  pageSize,
  type StoredRecord,
} from "../../../platform/server/values/stored-record.ts";
import { accountCollection } from "./settings.ts";

export const users: Collection = {
  name: accountCollection,
  fields: [
    "firstName",
    "lastName",
    "emailAddress",
    "phoneNumber",
    "addressLine1",
    "city",
    "state",
    "zip",
    "uid",
    "stripeAccountId",
  ],
  async readPage(db, after) {
    const rows = await db
      .selectFrom("profiles")
      .selectAll()
      .where("uid", ">", after)
      .orderBy("uid")
      .limit(pageSize)
      .execute();
    return rows.map(toUser);
  },
};

/** A profile as a record of Users; optional fields without a value are left out. */
function toUser(row: Selectable<Database["profiles"]>): StoredRecord {
  return {
    id: row.uid,
    data: {
      firstName: row.first_name,
      lastName: row.last_name,
      emailAddress: row.email_address,
      phoneNumber: row.phone_number,
      ...(row.address_line1 !== "" && { addressLine1: row.address_line1 }),
      city: row.city,
      state: row.state,
      zip: row.zip,
      uid: row.uid,
      ...(row.stripe_account_id !== null && { stripeAccountId: row.stripe_account_id }),
    },
  };
}

/** People by login email, by the email in their profile, or by support ID. */
export async function findCustomers(db: Kysely<Database>, word: string): Promise<FoundRecord[]> {
  const email = emailKey(word);
  const rows = await selectCustomers(db)
    .where((where) =>
      where.or([
        where("accounts.email_key", "=", email),
        where("accounts.shared_email_key", "=", email),
        where(where.fn<string>("lower", ["profiles.email_address"]), "in", spellingsOf(email)),
        where("accounts.support_id", "=", word.toUpperCase()),
        where("accounts.uid", "in", (query) =>
          query
            .selectFrom("account_merges")
            .select("uid")
            .where((row) =>
              row.or([row("email_key", "=", email), row("support_id", "=", word.toUpperCase())]),
            ),
        ),
      ]),
    )
    .execute();
  return rows.map(toFound);
}

/** People by the phone number in their profile. @param key as `phoneKey` makes it */
export async function findCustomersByPhone(
  db: Kysely<Database>,
  key: string,
): Promise<FoundRecord[]> {
  const rows = await selectCustomers(db)
    .where((row) =>
      row.or([
        row("profiles.phone_key", "=", key),
        // Stored by an earlier version, until the job has filled it.
        row("profiles.phone_key", "is", null),
      ]),
    )
    .execute();
  return rows.filter(({ phone_number }) => phoneKey(phone_number) === key).map(toFound);
}

function selectCustomers(db: Kysely<Database>) {
  return db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .selectAll("profiles")
    .select([
      "accounts.email as loginEmail",
      "accounts.support_id as supportId",
      "accounts.disabled_at as disabledAt",
    ])
    .orderBy("profiles.uid");
}

type ContactRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>["execute"]>>[number];

function toFound({ loginEmail, supportId, disabledAt, ...row }: ContactRow): FoundRecord {
  return {
    collection: users.name,
    ...toUser(row),
    supportId,
    loginEmail,
    ...(disabledAt !== null && { disabledAt: new Date(disabledAt).toISOString() }),
  };
}
