import type { Transaction } from "kysely";
import type { Undone } from "../../../../platform/contract/desk/undo.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { undoEvents } from "../../../staff/server/record-event.ts";
import { takeUndo } from "../../../staff/server/undo-tokens.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { nextChangeTime } from "../change-time.ts";
import { storeDocuments } from "../documents.ts";
import { emitRequests, emitRequestsDeleted } from "../request-events.ts";
import { type Traces, toNumbers } from "../store.ts";

/**
 * Brings requests back to what they were before a change, or deletes what was added; all or, if one
 * changed since, none. Emails about the change are not sent. The audit log keeps the change and says that it was undone.
 * @param token the `undo` of a change, of the same staff member
 * @throws ApiError "link-expired" if it is too late
 */
export async function undoRequest(
  trx: Transaction<Database>,
  token: string,
  actor: Actor,
  now: number,
): Promise<Undone> {
  const undo = { trx, kind: "undo-request", actor, now } as const;
  const { rows, events, emails } = (await takeUndo(undo, token)) as Traces;
  const ids = rows.map(({ id }) => id);
  const found = await trx
    .selectFrom("requests")
    .selectAll()
    .where(isOneOf(trx, "id", ids))
    .orderBy("id")
    .forUpdate()
    .execute();
  const present = new Map(found.map((row) => [row.id, toNumbers(row)]));
  if (rows.some(({ id, version }) => present.get(id)?.version !== version)) return { restored: 0 };
  const changed_at = await nextChangeTime(trx, now);
  for (const { id, before } of rows) {
    const row = present.get(id);
    if (!row) continue;
    if (before === null) await trx.deleteFrom("requests").where("id", "=", id).execute();
    const restored = { ...row, ...before, version: row.version + 1, changed_at };
    const { id: _id, uid, ...values } = restored;
    if (before !== null) {
      await trx.updateTable("requests").set(values).where("id", "=", id).execute();
    }
    if (before !== null && restored.document_id !== null) {
      await storeDocuments(trx, [restored], now);
    } else if (row.document_id !== null) {
      await trx
        .deleteFrom("completed_requests")
        .where("uid", "=", uid)
        .where("id", "=", row.document_id)
        .execute();
    }
  }
  const changed = rows.flatMap(({ id, before }) => {
    const row = present.get(id);
    return row && before !== null ? { row: { ...row, ...before }, from: row.state } : [];
  });
  const gone = rows.flatMap(({ id, before }) => (before === null ? (present.get(id) ?? []) : []));
  await emitRequestsDeleted(trx, gone, now);
  await emitRequests(trx, changed, now);
  await undoEvents(trx, events, actor, now);
  for (const outbox of ["mail_outbox", "texts"] as const) {
    await trx
      .deleteFrom(outbox)
      .where(isOneOf(trx, "id", emails))
      .where("attempts", "=", 0)
      .execute();
  }
  return { restored: rows.length };
}
