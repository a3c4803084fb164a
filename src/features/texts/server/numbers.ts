import type { Kysely } from "kysely";
import { office } from "../../../brand.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { timeZoneOf } from "../../requests/server/market-time.ts";

/** Whether a key of `phoneKey` can be a number in the United States or Canada, the only ones texted. */
export function isTextable(key: string): boolean {
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(key);
}

/** "303-555-0144" */
export function showNumber(key: string): string {
  return isTextable(key) ? `${key.slice(0, 3)}-${key.slice(3, 6)}-${key.slice(6)}` : key;
}

/** The owner of the only account with a number. */
interface NumberOwner {
  readonly uid: string;
  readonly name: string;
  /** By `emailKey`. */
  readonly email: string;
  readonly supportId: string;
}

/** Who has a number on record: undefined if no account does, or several do. */
export async function findNumberOwner(
  db: Kysely<Database>,
  key: string,
): Promise<{ readonly owner: NumberOwner | undefined; readonly timeZone: string }> {
  const rows = await db
    .selectFrom("profiles")
    .innerJoin("accounts", "accounts.uid", "profiles.uid")
    .select(["accounts.uid", "accounts.email_key", "accounts.support_id", "profiles.zip"])
    .select(["profiles.first_name", "profiles.last_name"])
    .where("profiles.phone_key", "=", key)
    .limit(2)
    .execute();
  const [row] = rows;
  const timeZone = row ? timeZoneOf(row.zip) : office.timeZone;
  if (!row || rows.length > 1) return { owner: undefined, timeZone };
  const { uid, email_key: email, support_id: supportId } = row;
  const name = `${row.first_name} ${row.last_name}`.trim();
  return { owner: { uid, name, email, supportId }, timeZone };
}
