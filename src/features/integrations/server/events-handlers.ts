import type { Kysely } from "kysely";
import { days } from "../../../platform/contract/durations.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { EventRecord, eventsApiEndpoints } from "../contract/events-api.ts";
import { eventLogDays } from "../contract/webhooks.ts";
import type { ApiHandlers } from "./api/api-endpoint.ts";
import { readPosition } from "./webhooks/event-counters.ts";
import { toEvent } from "./webhooks/message-body.ts";

export function eventsApiHandlers({
  database: { db },
  origin,
  now,
}: AppContext): ApiHandlers<typeof eventsApiEndpoints> {
  return {
    async list({ query }) {
      const start = await findStart(db, query.after, now());
      const rows = await db
        .selectFrom("webhook_messages")
        .selectAll()
        .where("position", ">", start)
        .orderBy("position")
        .limit(query.limit)
        .execute();
      const events = rows.map((row) => toEvent(row, origin()) as EventRecord);
      return { events, next: events.at(-1)?.position ?? start };
    },
  };
}

/**
 * The position after which events are read.
 * @param after without one, before the oldest event that is kept
 * @throws ApiError "invalid" for a position that was not given yet; "events-expired" if events after
 * it are no longer kept
 */
async function findStart(
  db: Kysely<Database>,
  after: number | undefined,
  now: number,
): Promise<number> {
  const last = await readPosition(db);
  if (after !== undefined && after > last) {
    const detail = "There is no such position.";
    const errors = [{ pointer: "/after", code: "invalid", detail }];
    throw new ApiError("invalid", { message: detail }, { errors });
  }
  const kept = await db
    .selectFrom("webhook_messages")
    .select("position")
    .where("position", "is not", null)
    .where("created_at", ">=", now - days(eventLogDays))
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const oldest = kept ? Number(kept.position) : last + 1;
  if (after === undefined) return oldest - 1;
  if (after + 1 < oldest) throw new ApiError("events-expired", {}, { oldest });
  return after;
}
