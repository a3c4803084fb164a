import { type Kysely, type Selectable, type SqlBool, sql } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type SubscriberFilter,
  type SubscriberPage,
  type SubscriberRow,
  subscribersPerPage,
} from "../../contract/newsletter-desk.ts";
import type { SubscriberSource, SubscriberState } from "../../contract/subscriber-states.ts";

export const subscriberColumns = [
  "id",
  "email",
  "state",
  "source",
  "page",
  "how",
  "changed_at",
] as const;

type Stored = Pick<
  Selectable<Database["newsletter_addresses"]>,
  (typeof subscriberColumns)[number]
>;

export function toSubscriberRow(row: Stored): SubscriberRow {
  return {
    id: row.id,
    email: row.email,
    state: row.state as SubscriberState,
    since: new Date(row.changed_at).toISOString(),
    source: row.source as SubscriberSource,
    page: row.page,
    how: row.how,
  };
}

/**
 * Addresses that one search scans: filters combined with it have no index. A page may then hold
 * fewer, or none, and returns where to continue.
 */
const searched = 5000;

/**
 * One page of the matching addresses, by keyset pagination, so that a late page takes as long as
 * the first.
 * @param after `next` of the previous page
 */
export async function listSubscribers(
  db: Kysely<Database>,
  filter: SubscriberFilter,
  after: string | undefined,
  size = subscribersPerPage,
): Promise<SubscriberPage> {
  if (filter.q) return searchSubscribers(db, filter, after, size);
  let query = narrow(db, filter).select(subscriberColumns);
  if (after !== undefined) {
    const [time = "", id = ""] = after.split("_");
    // A forged cursor only returns a different page.
    const changedAt = Number.isSafeInteger(Number(time)) ? Number(time) : 0;
    query = query.where(sql<SqlBool>`(changed_at, id) < (${changedAt}, ${id})`);
  }
  const rows = await query
    .orderBy("changed_at", "desc")
    .orderBy("id", "desc")
    .limit(size + 1)
    .execute();
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const count = await countAddresses(db, filter);
  return {
    subscribers: shown.map(toSubscriberRow),
    next: rows.length > size && last ? `${last.changed_at}_${last.id}` : null,
    count,
    isCountExact: count < maxCount,
  };
}

/** Counts the matching addresses, search text aside, up to `maxCount`. */
export async function countAddresses(
  db: Kysely<Database>,
  filter: Omit<SubscriberFilter, "q">,
): Promise<number> {
  const { count } = await db
    .selectFrom(narrow(db, filter).select("id").limit(maxCount).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function narrow(db: Kysely<Database>, { state, source, page }: Omit<SubscriberFilter, "q">) {
  return db
    .selectFrom("newsletter_addresses")
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? ""))
    .$if(source !== undefined && page === undefined, (query) =>
      query.where("source", "=", source ?? ""),
    )
    .$if(page !== undefined, (query) => query.where("page", "=", page ?? ""));
}

/** Sorts after every character of an address. */
const afterAll = "\u{10ffff}";

async function searchSubscribers(
  db: Kysely<Database>,
  { q = "", state, source, page }: SubscriberFilter,
  after: string | undefined,
  size: number,
): Promise<SubscriberPage> {
  const fits = (row: Stored) =>
    (state === undefined || row.state === state) &&
    (source === undefined || row.source === source) &&
    (page === undefined || row.page === page);
  const start = after !== undefined && after > q ? after : q;
  const isFiltered = state !== undefined || source !== undefined || page !== undefined;
  const read = (from: string, limit: number) =>
    db
      .selectFrom("newsletter_addresses")
      .select(subscriberColumns)
      .where("email", from === after ? ">" : ">=", from)
      .where("email", "<", q + afterAll)
      .orderBy("email")
      .limit(limit)
      .execute();
  const rows = await read(start, isFiltered ? searched : maxCount);
  const found = rows.filter(fits);
  const shown = found.slice(0, size);
  const isAll = rows.length < (isFiltered ? searched : maxCount);
  const last = found.length > size ? shown.at(-1) : isAll ? undefined : rows.at(-1);
  return {
    subscribers: shown.map(toSubscriberRow),
    next: last?.email ?? null,
    count: Math.min(found.length, maxCount),
    isCountExact: isAll && after === undefined && found.length < maxCount,
  };
}
