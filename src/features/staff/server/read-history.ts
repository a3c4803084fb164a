import type { Kysely } from "kysely";
import type { HistoryLine } from "../../../platform/contract/desk/history.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { describeEvent } from "./event-words.ts";
import type { EventSubject } from "./record-event.ts";
import { isProgram } from "./write-audit.ts";

/** The events of a record, newest first, without those that were undone. */
export function selectHistory(db: Kysely<Database>, { kind, id }: EventSubject) {
  return db
    .selectFrom("events")
    .selectAll("events")
    .where("subject", "=", kind)
    .where("subject_id", "=", id)
    .where("undoes", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("events as undo").select("undo.id").whereRef("undo.undoes", "=", "events.id"),
        ),
      ),
    )
    .orderBy("events.id", "desc");
}

/** The newest lines of a record's history, oldest first. */
export async function readHistory(
  db: Kysely<Database>,
  subject: EventSubject,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<HistoryLine[]> {
  const events = await selectHistory(db, subject).limit(limit).execute();
  return events.reverse().map((event) => ({
    id: event.id,
    at: new Date(Number(event.at)).toISOString(),
    staffId: event.staff_id,
    what: isProgram(event.actor)
      ? `${event.actor}. ${describeEvent(event, "history")}`
      : describeEvent(event, "history"),
  }));
}

/**
 * The error for a change that is based on an old version: who changed what last.
 * @param customer what a change without a staff member is said to be of
 */
export async function describeConflict(
  db: Kysely<Database>,
  subject: EventSubject,
  customer = "Someone",
): Promise<ApiError> {
  const last = await selectHistory(db, subject)
    // Not who opened it, or downloaded its files.
    .where((row) => row.or([row("audit", "is", null), row("audit", "=", "change")]))
    .leftJoin("staff", "staff.id", "events.staff_id")
    .select("staff.name")
    .limit(1)
    .executeTakeFirst();
  if (!last) return new ApiError("case-changed");
  const what = describeEvent(last, "history");
  return new ApiError("case-changed", {
    message: `${last.name ?? (isProgram(last.actor) ? last.actor : customer)} changed this. ${what}.`,
  });
}
