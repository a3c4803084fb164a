import { type Kysely, sql } from "kysely";
import { hours } from "../../../../platform/contract/durations.ts";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf, startOf } from "../../../../platform/server/values/calendar.ts";

/** A day is counted this long after its end, when every node has stored its events. */
const graceMs = hours(1);
/** Days per run, so that a long history does not hold the writer. */
const daysPerRun = 10;

/** The first and last moment of a day in the company's time zone, milliseconds since 1970. */
function boundsOf(day: Temporal.PlainDate) {
  return { from: startOf(day), until: startOf(day.add({ days: 1 })) };
}

/**
 * Aggregates the funnel's events of completed days, so that reading a year of them stays fast. Days
 * without events have no rows; each day is counted once.
 * @returns whether there are more days to count
 */
export async function countFunnelDays(
  { db, write }: DatabaseClient,
  now: number,
): Promise<boolean> {
  const last = await lastCounted(db);
  const first = last ? last.add({ days: 1 }) : await firstDay(db);
  if (!first) return false;
  let day: Temporal.PlainDate = first;
  for (let index = 0; index < daysPerRun; index += 1) {
    const { from, until } = boundsOf(day);
    if (until + graceMs > now) return false;
    const name = day.toString();
    await write(async (trx) => {
      await sql`
        insert into funnel_days (day, track, source, kind, count)
        select ${name}, track, source, kind, count(*) from funnel_events
        where at >= ${from} and at < ${until} group by track, source, kind
        on conflict (day, track, source, kind) do nothing`.execute(trx);
      // So that a day without events is not counted repeatedly.
      await trx
        .insertInto("funnel_days")
        .values({ day: name, track: "", source: "", kind: "counted", count: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    day = day.add({ days: 1 });
  }
  return true;
}

async function lastCounted(db: Kysely<Database>): Promise<Temporal.PlainDate | undefined> {
  const row = await db
    .selectFrom("funnel_days")
    .select("day")
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && Temporal.PlainDate.from(row.day);
}

async function firstDay(db: Kysely<Database>): Promise<Temporal.PlainDate | undefined> {
  const row = await db
    .selectFrom("funnel_events")
    .select("at")
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  return row && dayOf(Number(row.at));
}

export interface FunnelCount {
  readonly source: string;
  readonly kind: string;
  readonly count: number;
}

/**
 * Counts events from a day until now, by source and kind: completed days from their aggregates, the
 * rest from the events.
 * @param track undefined: both
 */
export async function readFunnelCounts(
  db: Kysely<Database>,
  from: Temporal.PlainDate,
  track: string | undefined,
): Promise<FunnelCount[]> {
  const last = await lastCounted(db);
  const isCounted = last !== undefined && Temporal.PlainDate.compare(last, from) >= 0;
  let recent = db
    .selectFrom("funnel_events")
    .select(({ fn }) => ["source", "kind", fn.countAll<number>().as("count")])
    .where("at", ">=", boundsOf(isCounted ? last.add({ days: 1 }) : from).from)
    .groupBy(["source", "kind"]);
  let counted = db
    .selectFrom("funnel_days")
    .select(({ fn }) => ["source", "kind", fn.sum<number>("count").as("count")])
    .where("day", ">=", from.toString())
    .where("track", "!=", "")
    .groupBy(["source", "kind"]);
  if (track !== undefined) {
    recent = recent.where("track", "=", track);
    counted = counted.where("track", "=", track);
  }
  const parts = await Promise.all([recent.execute(), isCounted ? counted.execute() : []]);
  return parts.flat().map(({ source, kind, count }) => ({ source, kind, count: Number(count) }));
}
