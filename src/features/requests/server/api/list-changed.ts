import { type Kysely, type SqlBool, sql } from "kysely";
import { office } from "../../../../brand.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { apiStatuses, type ListQuery, type RequestRecord } from "../../contract/api.ts";
import { allTimeZones } from "../market-time.ts";
import { toNumbers } from "../store.ts";
import { toRequestRecord } from "./request-record.ts";

const states = { "in-progress": "booked", completed: "done", canceled: "canceled" } as const;

/** Rows that one request scans, however few of them match its filters. */
const windowRows = 5000;

/** A place in the list: after a change, and a row of the same change. */
interface Place {
  readonly time: number;
  readonly id: string;
}

/** A page of booked requests in the order of their last changes. @throws ApiError "invalid" */
export async function listChanged(
  db: Kysely<Database>,
  query: ListQuery,
): Promise<{ readonly requests: readonly RequestRecord[]; readonly next: string }> {
  const place = readPlace(query.after);
  const uid = query.customer && (await findKept(db, query.customer));
  const isAfter = ({ time, id }: Place) => sql<SqlBool>`(changed_at, id) > (${time}, ${id})`;
  const selected = () => db.selectFrom("requests").where(isAfter(place));
  const end = await selected()
    .select(["changed_at", "id"])
    .orderBy("changed_at")
    .orderBy("id")
    .offset(windowRows - 1)
    .limit(1)
    .executeTakeFirst();
  const rows = await selected()
    .selectAll()
    .where("document_id", "is not", null)
    .where(
      // As an expression: SQLite would use the index of states and sort nearly all rows.
      sql<string>`coalesce(state, '')`,
      "in",
      query.status ? [states[query.status]] : apiStatuses.map((one) => states[one]),
    )
    .$if(uid !== undefined, (some) => some.where("uid", "=", uid ?? ""))
    .$if(query.provider !== undefined, (some) =>
      some.where("provider_id", "=", query.provider ?? ""),
    )
    .$if(query.day !== undefined, (some) => some.where(isOnDay(query.day ?? "")))
    .$if(end !== undefined, (some) =>
      some.where(sql<SqlBool>`(changed_at, id) <= (${Number(end?.changed_at)}, ${end?.id})`),
    )
    .orderBy("changed_at")
    .orderBy("id")
    .limit(query.limit)
    .execute();
  const last = rows.length === query.limit ? rows.at(-1) : (end ?? rows.at(-1));
  const next = last ? { time: Number(last.changed_at), id: last.id } : place;
  return {
    requests: rows.map((row) => toRequestRecord(toNumbers(row))),
    next: `${next.time}~${next.id}`,
  };
}

/** @param day YYYY-MM-DD, in the time zone of each request's market */
function isOnDay(day: string) {
  const date = Temporal.PlainDate.from(day);
  const startIn = (zone: string, at: Temporal.PlainDate) =>
    at.toZonedDateTime(zone).epochMilliseconds;
  const zoneOfRow = sql`coalesce(nullif(time_zone, ''), ${office.timeZone})`;
  const parts = allTimeZones.map(
    (zone) =>
      sql`(${zoneOfRow} = ${zone} and starts_at >= ${startIn(zone, date)} and starts_at < ${startIn(zone, date.add({ days: 1 }))})`,
  );
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

/** @throws ApiError "invalid" */
function readPlace(after: string): Place {
  if (after === "") return { time: 0, id: "" };
  const [, time, id] = /^(\d{1,16})~(.{0,180})$/.exec(after) ?? [];
  if (time !== undefined && id !== undefined) return { time: Number(time), id };
  const detail = "Use the next of the page before.";
  const errors = [{ pointer: "/after", code: "invalid", detail }];
  throw new ApiError("invalid", { message: detail }, { errors });
}

/** The customer into whose account another one was merged; otherwise the same. */
async function findKept(db: Kysely<Database>, uid: string): Promise<string> {
  const merge = await db
    .selectFrom("account_merges")
    .select("uid")
    .where("merged_uid", "=", uid)
    .executeTakeFirst();
  return merge?.uid ?? uid;
}
