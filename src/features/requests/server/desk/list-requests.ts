import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { office } from "../../../../brand.ts";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import type { FoundCount } from "../../../../platform/contract/desk/search.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { searchByNumber } from "../../../../platform/server/search/search-by-number.ts";
import {
  type SearchWords,
  searchLoosely,
} from "../../../../platform/server/search/search-loosely.ts";
import { dayOf, startOf } from "../../../../platform/server/values/calendar.ts";
import { isoTime, timeOrNull } from "../../../../platform/server/values/iso-time.ts";
import { nameOf } from "../../../customers/server/desk/customer-rows.ts";
import {
  type RequestCounts,
  type RequestListName,
  type RequestPage,
  type RequestRow,
  type requestEndpoints,
  requestLists,
  requestsPerPage,
  requestsPerWeek,
} from "../../contract/desk.ts";
import type { RequestState } from "../../contract/requests.ts";
import { withoutTime } from "../documents.ts";
import { toNumbers } from "../store.ts";
import type { RequestTable } from "../tables.ts";
import { readHitIds } from "./search-requests.ts";

export type RequestFilter = Omit<InputOf<(typeof requestEndpoints)["list"]>["query"], "after">;

type ListFilter = Omit<RequestFilter, "q">;

type Client = Pick<DatabaseClient, "db" | "engine">;

type Requests = SelectQueryBuilder<Database, "requests", object>;

/** The rows of each list, before its filters. */
const lists: Readonly<Record<RequestListName, (query: Requests, now: number) => Requests>> = {
  open: (query) => query.where("requests.state", "in", ["asked", "proposed", "booked"]),
  asked: (query) => query.where("requests.state", "in", ["asked", "proposed"]),
  today: (query, now) => onDay(lists.open(query, now), dayOf(now)),
  upcoming: (query, now) =>
    query.where("requests.state", "=", "booked").where("requests.sort_at", ">=", now),
  late: (query, now) =>
    query
      .where("requests.state", "=", "booked")
      .where("requests.sort_at", "<", now)
      .where(sql<SqlBool>`coalesce(ends_at, starts_at) < ${now}`),
  "no-provider": (query) =>
    query.where("requests.state", "=", "booked").where("requests.provider_name", "=", ""),
  "no-price": (query) =>
    query
      .where("requests.price_cents", "is", null)
      .where("requests.state", "in", ["booked", "done"]),
  done: (query) => query.where("requests.state", "=", "done"),
  canceled: (query) => query.where("requests.state", "=", "canceled"),
};

/** Lists with the newest first. */
const backward: ReadonlySet<RequestListName> = new Set(["done", "canceled"]);

function onDay(query: Requests, day: Temporal.PlainDate): Requests {
  return query
    .where("requests.sort_at", ">=", startOf(day))
    .where("requests.sort_at", "<", startOf(day.add({ days: 1 })));
}

/** What is booked or was done in a week. @param monday YYYY-MM-DD */
function inWeek(query: Requests, monday: string): Requests {
  const first = Temporal.PlainDate.from(monday);
  return query
    .where("requests.state", "in", ["booked", "done"])
    .where("requests.sort_at", ">=", startOf(first))
    .where("requests.sort_at", "<", startOf(first.add({ days: 7 })));
}

function narrow(
  db: Kysely<Database>,
  { show = "open", market, provider, kind, day, week }: ListFilter,
  now: number,
): Requests {
  const requests = db.selectFrom("requests");
  let query = week === undefined ? lists[show](requests, now) : inWeek(requests, week);
  if (market !== undefined) query = query.where("requests.market", "=", market);
  if (provider !== undefined) query = query.where("requests.provider_id", "=", provider);
  if (kind !== undefined) query = query.where("requests.kind", "=", kind);
  return day === undefined ? query : onDay(query, Temporal.PlainDate.from(day));
}

/** A page of a list. @param after `next` of the previous page @throws ApiError "malformed" */
export async function listRequestPage(
  client: Client,
  { q, ...filter }: RequestFilter,
  after: string | undefined,
  now: number,
): Promise<RequestPage> {
  if (q !== undefined) return searchPage(client, filter, { q, after }, now);
  const { db } = client;
  const isWeek = filter.week !== undefined;
  const direction = !isWeek && backward.has(filter.show ?? "open") ? "desc" : "asc";
  const pageSize = isWeek ? requestsPerWeek : requestsPerPage;
  let query = narrow(db, filter, now);
  if (after !== undefined) {
    const [, time, id] = /^(\d{1,16})~(.{1,180})$/.exec(after) ?? [];
    if (time === undefined || id === undefined) throw new ApiError("malformed");
    const sign = direction === "asc" ? sql`>` : sql`<`;
    query = query.where(
      sql<SqlBool>`(requests.sort_at, requests.id) ${sign} (${Number(time)}, ${id})`,
    );
  }
  const rows = await withCustomer(query)
    .orderBy("requests.sort_at", direction)
    .orderBy("requests.id", direction)
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const { count, isExact } = await countRequests(db, filter, now);
  return {
    requests: shown.map((row) => toRow(row, now)),
    next: last ? `${Number(last.sort_at)}~${last.id}` : null,
    count,
    isCountExact: isExact,
  };
}

function withCustomer(query: Requests) {
  return query
    .innerJoin("profiles", "profiles.uid", "requests.uid")
    .selectAll("requests")
    .select(["profiles.first_name", "profiles.last_name", "profiles.city"]);
}

/** Requests of a list with these words, the newest first. */
async function searchPage(
  client: Client,
  filter: ListFilter,
  { q, after }: { readonly q: string; readonly after: string | undefined },
  now: number,
): Promise<RequestPage> {
  const { db } = client;
  const search =
    (narrowed: ListFilter | undefined) => (words: SearchWords, number: number | undefined) =>
      searchByNumber(client, {
        index: "request_words",
        ...words,
        direction: "desc",
        after: number,
        pageSize: requestsPerPage,
        async read(hits) {
          const numbers = await readHitIds(client, hits);
          const query = narrowed ? narrow(db, narrowed, now) : db.selectFrom("requests");
          const rows = await withCustomer(query)
            .where(isOneOf(db, "requests.id", [...numbers.keys()]))
            .execute();
          return rows
            .map((row) => ({ ...row, number: numbers.get(row.id) ?? 0 }))
            .sort((a, b) => b.number - a.number)
            .slice(0, requestsPerPage + 1);
        },
      });
  const { found, next, ...facts } = await searchLoosely({
    text: q,
    after,
    search: search(filter),
    searchAll: search(undefined),
  });
  return {
    requests: found.rows.map((row) => toRow(row, now)),
    next,
    count: found.count,
    isCountExact: found.isCountExact,
    ...(after === undefined && { search: facts }),
  };
}

export type RowWithCustomer = RequestTable & {
  readonly first_name: string;
  readonly last_name: string;
  readonly city: string;
};

export function toRow(stored: RowWithCustomer, now: number): RequestRow {
  const row = toNumbers(stored);
  const end = row.ends_at ?? row.starts_at;
  const isOver = row.state === "booked" && end !== null && end < now;
  const isUnanswered = row.due_at !== null && row.due_at < now;
  return {
    reference: row.id,
    code: row.reference,
    version: row.version,
    state: row.state as RequestState,
    title: row.title,
    customer: nameOf(stored),
    customerId: row.uid,
    city: stored.city,
    timeZone: row.time_zone || office.timeZone,
    at: row.sort_at === withoutTime ? null : isoTime(row.sort_at),
    startsAt: timeOrNull(row.starts_at),
    endsAt: timeOrNull(row.ends_at),
    completedAt: timeOrNull(row.completed_at),
    canceledAt: timeOrNull(row.canceled_at),
    dueAt: timeOrNull(row.due_at),
    isLate: isOver || isUnanswered,
    provider: row.provider_name,
    price: row.price_cents === null ? null : row.price_cents / 100,
  };
}

async function countRequests(
  db: Kysely<Database>,
  filter: ListFilter,
  now: number,
): Promise<FoundCount> {
  const { count } = await db
    .selectFrom(narrow(db, filter, now).select("requests.id").limit(maxCount).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { count: Number(count), isExact: Number(count) < maxCount };
}

/** The counts beside the lists; each stops at `maxCount`. */
export async function readRequestCounts(db: Kysely<Database>, now: number): Promise<RequestCounts> {
  const counts = await Promise.all(
    requestLists.map(async (show) => [show, await countRequests(db, { show }, now)] as const),
  );
  const found = Object.fromEntries(counts) as RequestCounts["lists"];
  const unanswered = await db
    .selectFrom("requests")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("requests.state", "=", "asked")
    .where("requests.sort_at", "<", now)
    .executeTakeFirstOrThrow();
  return { open: found.asked.count, overdue: Number(unanswered.count), lists: found };
}
