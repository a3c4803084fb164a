import type { Kysely, Transaction } from "kysely";
import type { DatabaseClient } from "../../../platform/server/db/client.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { phoneKey, submittedPhoneKey } from "../../../platform/server/values/phone.ts";

const batchSize = 200;

type PhoneKeyDatabase = Pick<DatabaseClient, "db" | "write">;

/** Fills the keys of phone numbers that an earlier version stored without one. */
export async function fillPhoneKeys({ db, write }: PhoneKeyDatabase): Promise<void> {
  await inBatches(async () => {
    const rows = await db
      .selectFrom("profiles")
      .select(["uid", "phone_number"])
      .where("phone_key", "is", null)
      .limit(batchSize)
      .execute();
    await write(async (trx) => {
      for (const { uid, phone_number: phone } of rows) {
        await trx
          .updateTable("profiles")
          .set({ phone_key: phoneKey(phone) })
          .where("uid", "=", uid)
          .where("phone_number", "=", phone)
          .execute();
      }
    });
    return rows.length;
  });
  await inBatches(async () => {
    const rows = await db
      .selectFrom("submissions")
      .select(["id", "data"])
      .where("phone_key", "is", null)
      .limit(batchSize)
      .execute();
    await write(async (trx) => {
      for (const { id, data } of rows) {
        await trx
          .updateTable("submissions")
          .set({ phone_key: submittedPhoneKey(JSON.parse(data)) })
          .where("id", "=", id)
          .execute();
      }
    });
    return rows.length;
  });
}

/** @param fillBatch resolves with the number of its rows */
async function inBatches(fillBatch: () => Promise<number>): Promise<void> {
  while ((await fillBatch()) === batchSize);
}

const holders = [
  ["accounts", "email_key"],
  ["accounts", "shared_email_key"],
  ["account_merges", "email_key"],
  ["submissions", "email"],
  ["applications", "email_key"],
  ["person_notes", "email"],
  ["privacy_cases", "email"],
  ["newsletter_addresses", "email"],
] as const;

/** Deletes the former spellings of addresses that are stored nowhere else. */
export async function deleteOrphanSpellings(trx: Transaction<Database>): Promise<void> {
  const rows = await trx.selectFrom("email_spellings").select("email").distinct().execute();
  for (const { email } of rows) {
    if (await isHeld(trx, email)) continue;
    await trx.deleteFrom("email_spellings").where("email", "=", email).execute();
  }
}

async function isHeld(db: Kysely<Database>, email: string): Promise<boolean> {
  for (const [table, column] of holders) {
    const row = await db
      .selectFrom(table)
      .select(column as never)
      .where(column as never, "=", email as never)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Accounts, staff and other people whose addresses are the same, spelled differently. */
export interface SameAddress {
  readonly email: string;
  readonly spellings: readonly string[];
  readonly accounts: readonly { readonly email: string; readonly supportId: string }[];
  readonly staff: readonly { readonly email: string }[];
}

/** Lists the addresses under which two people were stored until their spellings had one key. */
export async function listSameAddresses(db: Kysely<Database>): Promise<SameAddress[]> {
  const joined = await db
    .selectFrom("email_spellings")
    .select("email")
    .where("was_separate", "=", 1)
    .execute();
  const shared = [
    ...(await db.selectFrom("accounts").select("shared_email_key as email").execute()),
    ...(await db.selectFrom("staff").select("shared_email_key as email").execute()),
  ];
  const emails = new Set([...joined, ...shared].flatMap(({ email }) => email ?? []));
  const found: SameAddress[] = [];
  for (const email of [...emails].sort()) {
    const spellings = await db
      .selectFrom("email_spellings")
      .select("spelling")
      .where("email", "=", email)
      .orderBy("spelling")
      .execute();
    const accounts = await db
      .selectFrom("accounts")
      .select(["email", "support_id as supportId"])
      .where((row) => row.or([row("email_key", "=", email), row("shared_email_key", "=", email)]))
      .orderBy("created_at")
      .execute();
    const staff = await db
      .selectFrom("staff")
      .select("email")
      .where((row) => row.or([row("email_key", "=", email), row("shared_email_key", "=", email)]))
      .orderBy("created_at")
      .execute();
    found.push({ email, spellings: spellings.map(({ spelling }) => spelling), accounts, staff });
  }
  return found;
}
