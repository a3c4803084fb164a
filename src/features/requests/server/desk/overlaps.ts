import type { Kysely } from "kysely";
import { office } from "../../../../brand.ts";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { hours } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { requestEndpoints } from "../../contract/desk.ts";
import { describeTime, timeZoneOf, toTime } from "../market-time.ts";
import { toNumbers } from "../store.ts";
import type { RequestTable } from "../tables.ts";

/** How long help takes if no end is known. */
const usualMs = hours(1);
/** Longest help that is found by its beginning. */
const maxMs = hours(24);
const maxShown = 5;

type Booking = Pick<
  RequestTable,
  "id" | "provider_id" | "provider_name" | "starts_at" | "ends_at" | "state"
>;

/** Other booked requests of its provider at its time, as sentences. */
export async function findOverlaps(db: Kysely<Database>, booking: Booking): Promise<string[]> {
  const { id, provider_id: provider, starts_at: start, state } = booking;
  if (provider === "" || start === null || state === "done" || state === "canceled") return [];
  const end = booking.ends_at ?? start + usualMs;
  const others = await db
    .selectFrom("requests")
    .selectAll()
    .where("provider_id", "=", provider)
    .where("state", "=", "booked")
    .where("sort_at", "<", end)
    .where("sort_at", ">", start - maxMs)
    .where("id", "!=", id)
    .orderBy("sort_at")
    .execute();
  return others
    .map(toNumbers)
    .filter((other) => (other.ends_at ?? (other.starts_at ?? 0) + usualMs) > start)
    .slice(0, maxShown)
    .map((other) => {
      const when = describeTime(other, other.time_zone || office.timeZone);
      return `${booking.provider_name} is also booked for “${other.title}”, ${when}.`;
    });
}

type Entered = InputOf<(typeof requestEndpoints)["overlaps"]>["query"];

/** The same for a time that is being entered; none if the clocks skip it. */
export async function findOverlapsOf(
  db: Kysely<Database>,
  { provider, day, clock, until, customer = "", request = "" }: Entered,
): Promise<string[]> {
  const found = await db
    .selectFrom("providers")
    .select("name")
    .where("id", "=", provider)
    .executeTakeFirst();
  if (!found) return [];
  const zone = await readZone(db, customer, request);
  const at = (time: string) => toTime(day, time, zone, "first");
  const start = at(clock);
  const end = until === "" ? null : at(until);
  if (typeof start !== "number") return [];
  return findOverlaps(db, {
    id: request,
    provider_id: provider,
    provider_name: found.name,
    starts_at: start,
    ends_at: typeof end === "number" && end > start ? end : null,
    state: "booked",
  });
}

async function readZone(db: Kysely<Database>, uid: string, id: string): Promise<string> {
  const request = await db
    .selectFrom("requests")
    .select("time_zone")
    .where("id", "=", id)
    .executeTakeFirst();
  if (request) return request.time_zone || office.timeZone;
  const customer = await db
    .selectFrom("profiles")
    .select("zip")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return timeZoneOf(customer?.zip ?? "");
}
