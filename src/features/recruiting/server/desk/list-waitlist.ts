import { type Kysely, type SqlBool, sql } from "kysely";
import { maxCount } from "../../../../platform/contract/desk/max-count.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Track } from "../../contract/recruiting-endpoints.ts";
import {
  type NotifiedBy,
  type WaitlistEntry,
  type WaitlistFilter,
  type WaitlistMarket,
  type WaitlistPage,
  waitlistPerPage,
} from "../../contract/waitlist.ts";

/** Whether applications are open in a market, or in a part of it. */
function hasOpenPart(market: string, open: readonly string[] | null): boolean {
  return (
    open === null || open.some((prefix) => prefix.startsWith(market) || market.startsWith(prefix))
  );
}

/**
 * People who have not been notified yet, by market, largest first. Somebody who asked twice counts
 * once.
 * @param open ZIP prefixes where applications are open; null: everywhere
 */
export async function listWaitlistMarkets(
  db: Kysely<Database>,
  open: readonly string[] | null,
): Promise<WaitlistMarket[]> {
  const person = sql`case when email = '' then id else email end`;
  const address = sql`case when email = '' then null else email end`;
  const rows = await db
    .selectFrom("waitlist_people")
    .select([
      "market",
      sql<number>`count(distinct ${person})`.as("people"),
      sql<number>`count(distinct ${address})`.as("emails"),
      sql<number>`min(created_at)`.as("first"),
    ])
    .where("state", "=", "waiting")
    .groupBy("market")
    .execute();
  return rows
    .map(({ market, people, emails, first }) => ({
      market,
      people: Number(people),
      withEmail: Number(emails),
      firstAt: new Date(Number(first)).toISOString(),
      isOpen: hasOpenPart(market, open),
    }))
    .sort((a, b) => b.people - a.people || (a.market < b.market ? -1 : 1));
}

function narrow(db: Kysely<Database>, { told, market, track }: WaitlistFilter) {
  let rows = db
    .selectFrom("waitlist_people")
    .where("waitlist_people.state", "=", told ? "told" : "waiting");
  if (market !== undefined) rows = rows.where("market", "=", market);
  if (track !== undefined) rows = rows.where("track", "=", track);
  return rows;
}

/**
 * One page of people, longest waiting first, by keyset pagination.
 * @param after `next` of the previous page
 */
export async function listWaitlist(
  db: Kysely<Database>,
  query: WaitlistFilter,
  after: string | undefined,
): Promise<WaitlistPage> {
  let rows = narrow(db, query)
    .innerJoin("submissions", "submissions.id", "waitlist_people.id")
    .select([
      "waitlist_people.id",
      "waitlist_people.market",
      "waitlist_people.track",
      "waitlist_people.created_at",
      "waitlist_people.told_at",
      "waitlist_people.told_by",
      "waitlist_people.staff_id",
      "submissions.data",
    ]);
  if (after !== undefined) {
    const [value = "", id = ""] = after.split(".");
    const createdAt = Number(value);
    if (!Number.isSafeInteger(createdAt)) throw new ApiError("malformed");
    rows = rows.where(
      sql<SqlBool>`(waitlist_people.created_at, waitlist_people.id) > (${createdAt}, ${id})`,
    );
  }
  const found = await rows
    .orderBy("waitlist_people.created_at")
    .orderBy("waitlist_people.id")
    .limit(waitlistPerPage + 1)
    .execute();
  const shown = found.slice(0, waitlistPerPage);
  const last = shown.at(-1);
  const { count } = await db
    .selectFrom(narrow(db, query).select("waitlist_people.id").limit(maxCount).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    people: shown.map(toEntry),
    next: found.length > waitlistPerPage && last ? `${last.created_at}.${last.id}` : null,
    count: Number(count),
    isCountExact: Number(count) < maxCount,
  };
}

interface StoredEntry {
  readonly id: string;
  readonly market: string;
  readonly track: string;
  readonly created_at: number;
  readonly told_at: number | null;
  readonly told_by: string | null;
  readonly staff_id: string | null;
  readonly data: string;
}

function toEntry(row: StoredEntry): WaitlistEntry {
  const { name = "", email = "", phone = "", zip = "" } = JSON.parse(row.data);
  return {
    id: row.id,
    name,
    email,
    phone,
    zip,
    market: row.market,
    track: row.track as Track,
    askedAt: new Date(Number(row.created_at)).toISOString(),
    told:
      row.told_at === null
        ? null
        : {
            at: new Date(Number(row.told_at)).toISOString(),
            by: row.told_by as NotifiedBy,
            staffId: row.staff_id,
          },
  };
}
