import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** The latest conversions, sent or not, newest first; times in ISO 8601. */
export async function listConversions(db: Kysely<Database>, max: number) {
  const rows = await db
    .selectFrom("conversions")
    .leftJoin("applications", "applications.id", "conversions.application_id")
    .select([
      "conversions.id",
      "conversions.source",
      "conversions.event",
      "applications.reference",
      "conversions.state",
      "conversions.reason",
      "conversions.attempts",
      "conversions.http_status",
      "conversions.response",
      "conversions.created_at",
      "conversions.done_at",
    ])
    .orderBy("conversions.id", "desc")
    .limit(max)
    .execute();
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return rows.map(({ created_at, done_at, http_status, ...row }) => ({
    ...row,
    status: http_status,
    createdAt: time(created_at),
    doneAt: time(done_at),
  }));
}
