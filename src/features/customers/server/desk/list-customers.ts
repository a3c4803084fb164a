import { type Kysely, type SqlBool, sql } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import type { FoundCount } from "../../../../platform/contract/desk/search.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type Found,
  isAmong,
  searchByNumber,
} from "../../../../platform/server/search/search-by-number.ts";
import {
  type SearchWords,
  searchLoosely,
} from "../../../../platform/server/search/search-loosely.ts";
import {
  type CustomerCounts,
  type CustomerFilter,
  type CustomerPage,
  customerFilters,
  customersPerPage,
} from "../../contract/customers.ts";
import { isNarrowed, narrowCustomers } from "./customer-filter.ts";
import { type IndexRow, indexColumns, toCustomerRows } from "./customer-rows.ts";

type Client = Pick<DatabaseClient, "db" | "engine">;

/** The column that each order sorts by. */
const orders = {
  contact: { column: "contact_at", direction: "desc" },
  newest: { column: "created_at", direction: "desc" },
  name: { column: "name", direction: "asc" },
} as const;

/**
 * One page of the matching customers, by keyset pagination, so that a late page takes as long as the
 * first.
 * @param after `next` of the previous page
 */
export async function listCustomers(
  client: Client,
  filter: CustomerFilter,
  after?: string,
): Promise<CustomerPage> {
  if (filter.q !== undefined) return searchCustomers(client, filter, filter.q, after);
  const { db } = client;
  const { column, direction } = orders[filter.sort ?? "contact"];
  let query = narrowCustomers(db.selectFrom("customer_index"), filter);
  if (after !== undefined) {
    const sign = direction === "desc" ? sql`<` : sql`>`;
    const place = sql.ref(`customer_index.${column}`);
    // A forged cursor only returns a different page.
    const last = Number.isSafeInteger(Number(after)) ? Number(after) : 0;
    query = query.where(
      sql<SqlBool>`(${place}, customer_index.number) ${sign}
        (select ${sql.ref(column)}, number from customer_index where number = ${last})`,
    );
  }
  const rows = await query
    .select(indexColumns)
    .orderBy(`customer_index.${column}`, direction)
    .orderBy("customer_index.number", direction)
    .limit(customersPerPage + 1)
    .execute();
  const shown = rows.slice(0, customersPerPage);
  const last = shown.at(-1);
  const { count, isExact } = await countCustomers(db, filter);
  return {
    customers: await toCustomerRows(db, shown),
    next: rows.length > customersPerPage && last ? String(last.number) : null,
    count,
    isCountExact: isExact,
  };
}

/** Counts the matching customers, words aside, up to `maxCount`. */
export async function countCustomers(
  db: Kysely<Database>,
  filter: CustomerFilter,
): Promise<FoundCount> {
  const { count } = await db
    .selectFrom(
      narrowCustomers(db.selectFrom("customer_index"), filter)
        .select("customer_index.number")
        .limit(maxCount)
        .as("some"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { count: Number(count), isExact: Number(count) < maxCount };
}

async function searchCustomers(
  client: Client,
  filter: CustomerFilter,
  text: string,
  after: string | undefined,
): Promise<CustomerPage> {
  const search = (narrowed: CustomerFilter) => (words: SearchWords, number: number | undefined) =>
    findCustomers(client, narrowed, words, number);
  const { found, next, ...facts } = await searchLoosely<IndexRow>({
    text,
    after,
    search: search(filter),
    searchAll: isNarrowed(filter) ? search({}) : undefined,
  });
  return {
    customers: await toCustomerRows(client.db, found.rows),
    next,
    count: found.count,
    isCountExact: found.isCountExact,
    ...(after === undefined && { search: facts }),
  };
}

/** Customers with these words, the newest first. */
function findCustomers(
  client: Client,
  filter: CustomerFilter,
  words: SearchWords,
  after: number | undefined,
  pageSize = customersPerPage,
): Promise<Found<IndexRow>> {
  return searchByNumber<IndexRow>(client, {
    index: "customer_words",
    ...words,
    direction: "desc",
    after,
    pageSize,
    read: (hits) => {
      // Limited, so that SQLite, which has no statistics, starts with the hits.
      const candidates = client.db
        .selectFrom("customer_index")
        .selectAll()
        .where(isAmong(hits, "number"))
        .limit(hits.numbers.length);
      const query = client.db.selectFrom(candidates.as("customer_index"));
      return narrowCustomers(query as unknown as Parameters<typeof narrowCustomers>[0], filter)
        .select(indexColumns)
        .orderBy("customer_index.number", "desc")
        .limit(pageSize + 1)
        .execute();
    },
  });
}

/** States beside the filters: those of most customers. */
const maxStates = 5;
/** Rows that the states are counted over, at most. */
const maxGrouped = 5000;

/** The counts beside the filters; each stops at `maxCount`. */
export async function readCustomerCounts(db: Kysely<Database>): Promise<CustomerCounts> {
  const countEach = async <Name extends keyof typeof customerFilters>(name: Name) => {
    const values = await Promise.all(
      customerFilters[name].map(async (value) => [
        value,
        await countCustomers(db, { [name]: value }),
      ]),
    );
    return [name, Object.fromEntries(values)];
  };
  const names = Object.keys(customerFilters) as (keyof typeof customerFilters)[];
  const [all, filters, states] = await Promise.all([
    countCustomers(db, {}),
    Promise.all(names.map(countEach)),
    readStates(db),
  ]);
  return {
    all,
    filters: Object.fromEntries(filters) as CustomerCounts["filters"],
    states: Object.fromEntries(
      await Promise.all(
        states.map(async (state) => [state, await countCustomers(db, { state })] as const),
      ),
    ),
  };
}

async function readStates(db: Kysely<Database>): Promise<readonly string[]> {
  const some = db
    .selectFrom("customer_index")
    .select("state")
    .orderBy("contact_at", "desc")
    .limit(maxGrouped);
  const rows = await db
    .selectFrom(some.as("some"))
    .select("state")
    .where("state", "!=", "")
    .groupBy("state")
    .orderBy(({ fn }) => fn.countAll(), "desc")
    .orderBy("state")
    .limit(maxStates)
    .execute();
  return rows.map(({ state }) => state);
}
