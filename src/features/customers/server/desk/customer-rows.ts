import type { Kysely } from "kysely";
import { shownEmail } from "../../../../platform/contract/email.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { phoneKey } from "../../../../platform/server/values/phone.ts";
import type { CustomerRow } from "../../contract/customers.ts";
import type { CustomerIndexTable } from "../tables.ts";

/** Columns of a row of the list. */
export const indexColumns = [
  "customer_index.number",
  "customer_index.uid",
  "customer_index.contact_at",
  "customer_index.created_at",
  "customer_index.has_open",
  "customer_index.changed_at",
] as const;

/** What the list selects; the rest is read from the data itself, so that it is never stale. */
export type IndexRow = Pick<
  CustomerIndexTable,
  "uid" | "contact_at" | "created_at" | "has_open"
> & {
  readonly number: number;
  readonly changed_at: number;
};

/** Converts rows of the index to the contract's rows, in the same order. */
export async function toCustomerRows(
  db: Kysely<Database>,
  rows: readonly IndexRow[],
): Promise<CustomerRow[]> {
  if (rows.length === 0) return [];
  const uids = rows.map(({ uid }) => uid);
  const [people, requests] = await Promise.all([
    db
      .selectFrom("accounts")
      .innerJoin("profiles", "profiles.uid", "accounts.uid")
      .select(["accounts.uid", "accounts.email", "accounts.email_verified_at"])
      .select("accounts.support_id")
      .select(["accounts.disabled_at", "profiles.first_name", "profiles.last_name"])
      .select(["profiles.city", "profiles.state", "profiles.phone_number"])
      .select("profiles.stripe_account_id")
      .where("accounts.uid", "in", uids)
      .execute(),
    readRequests(db, uids),
  ]);
  const known = new Map(people.map((one) => [one.uid, one]));
  return rows.flatMap((row) => {
    const one = known.get(row.uid);
    if (!one) return [];
    const open = requests.open.get(row.uid);
    const contactAt = Number(row.contact_at);
    return {
      id: row.uid,
      version: Number(row.changed_at),
      name: nameOf(one),
      city: one.city,
      state: one.state.toUpperCase(),
      phone: shownPhone(one.phone_number),
      email: shownEmail(one.email),
      supportId: one.support_id,
      isConfirmed: one.email_verified_at !== null,
      isLocked: one.disabled_at !== null,
      isPaid: one.stripe_account_id !== null,
      hasOpenMessage: Number(row.has_open) === 1,
      openRequests: open?.count ?? 0,
      lastRequest: open?.newest ?? requests.completed.get(row.uid) ?? null,
      since: new Date(Number(row.created_at)).toISOString(),
      contactAt: contactAt === Number(row.created_at) ? null : new Date(contactAt).toISOString(),
    };
  });
}

/** The name as staff read it; the support ID's owner may have deleted theirs. */
export function nameOf(one: { readonly first_name: string; readonly last_name: string }): string {
  return `${one.first_name} ${one.last_name}`.trim() || "No name";
}

/** The number as people read it out, however it was typed: "303-555-0161". */
export function shownPhone(phone: string): string {
  const parts = /^(\d{3})(\d{3})(\d{4})$/.exec(phoneKey(phone));
  return parts ? parts.slice(1).join("-") : phone;
}

/** The open requests of each customer, counted, and the newest of both kinds. */
async function readRequests(db: Kysely<Database>, uids: readonly string[]) {
  const rows = await db
    .selectFrom("completed_requests")
    .select(["uid", "request_title", "request_completed", "date_completed", "created_at"])
    .where("uid", "in", uids)
    .orderBy("created_at")
    .execute();
  const open = new Map<string, { count: number; newest: CustomerRow["lastRequest"] }>();
  const completed = new Map<string, CustomerRow["lastRequest"]>();
  for (const row of rows) {
    const isCompleted = Number(row.request_completed) === 1;
    const at =
      isCompleted && row.date_completed !== null
        ? row.date_completed * 1000
        : Number(row.created_at);
    const newest = { title: row.request_title, isCompleted, at: new Date(at).toISOString() };
    if (isCompleted) completed.set(row.uid, newest);
    else open.set(row.uid, { count: (open.get(row.uid)?.count ?? 0) + 1, newest });
  }
  return { open, completed };
}
