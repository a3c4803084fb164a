import type { AppContext } from "../../../../platform/server/app-context.ts";
import { idleMs, readRoles, type StaffSession } from "./staff-session.ts";

const batchSize = 500;

/** A session as it was when something long began, such as a stream. */
export type WatchedSession = Pick<StaffSession, "id" | "tokenHash" | "roles">;

/**
 * Finds the sessions, by id, that go on unchanged. One that was ended, on any node or by the
 * command line, whose staff member was disabled or got other roles, or whose token was replaced, is
 * not among them.
 */
export async function findLiveSessions(
  { database, now: clock }: Pick<AppContext, "database" | "now">,
  watched: readonly WatchedSession[],
): Promise<ReadonlySet<WatchedSession>> {
  const now = clock();
  const live = new Set<WatchedSession>();
  for (let start = 0; start < watched.length; start += batchSize) {
    const batch = watched.slice(start, start + batchSize);
    const rows = await database.db
      .selectFrom("staff_sessions")
      .innerJoin("staff", "staff.id", "staff_sessions.staff_id")
      .select(["staff_sessions.id", "staff_sessions.token_hash", "staff.roles"])
      .where("staff_sessions.id", "in", [...new Set(batch.map(({ id }) => id))])
      .where("staff_sessions.expires_at", ">", now)
      .where("staff_sessions.last_seen_at", ">", now - idleMs)
      .where("staff.disabled_at", "is", null)
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const one of batch) {
      const row = found.get(one.id);
      const isSame =
        row?.token_hash === one.tokenHash && readRoles(row.roles).join() === one.roles.join();
      if (isSame) live.add(one);
    }
  }
  return live;
}
