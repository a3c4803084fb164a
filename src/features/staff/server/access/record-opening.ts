import { minutes } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { OpenedRecord } from "../event-words.ts";
import { type EventSubject, recordEvent } from "../record-event.ts";
import type { DeskRequest } from "./desk-endpoint.ts";
import { actorOf } from "./staff-session.ts";

/** An open record reloads when somebody changes it; only the first time within this is audited. */
const openedForMs = minutes(30);

interface Opened {
  readonly record: OpenedRecord;
  /** Reference in the audit log. */
  readonly target: string;
  /** If its history shows who opened it. */
  readonly subject?: EventSubject;
}

/** Records in the audit log that a staff member opened a record. */
export async function recordOpening(
  { session, request }: DeskRequest,
  { record, target, subject }: Opened,
  { database, now }: AppContext,
): Promise<void> {
  const actor = actorOf(session, request);
  const known = await database.db
    .selectFrom("events")
    .select("id")
    .where("target", "=", target)
    .where("audit", "=", "opened")
    .where("staff_id", "=", actor.staffId)
    .where("at", ">", now() - openedForMs)
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const event = { kind: "opened", data: { record }, audit: "opened" } as const;
  await database.write((trx) => recordEvent(trx, { ...event, actor, target, subject }, now()));
}
