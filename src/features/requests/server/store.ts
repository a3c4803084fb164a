import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { orderedId } from "../../../platform/server/ordered-id.ts";
import { type Actor, writeAudit } from "../../staff/server/write-audit.ts";
import { sortTime, storeDocument } from "./documents.ts";
import type { RequestTable } from "./tables.ts";

/** The customer, for the history and the audit log. */
export const customerActor: Actor = { staffId: null, name: "Customer", origin: "" };

/** A request and its customer, locked. @throws ApiError "not-found" */
export async function lockRequest(trx: Transaction<Database>, id: string): Promise<RequestTable> {
  const row = await trx
    .selectFrom("requests")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError("not-found");
  return toNumbers(row);
}

/** The booked ones of a series that come after one of them. */
export function selectLater(
  db: Kysely<Database>,
  one: { readonly id: string; readonly series: string; readonly start: number },
) {
  return db
    .selectFrom("requests")
    .where("series_id", "=", one.series)
    .where("series_id", "!=", "")
    .where("sort_at", ">", one.start)
    .where("state", "=", "booked")
    .where("id", "!=", one.id);
}

/** PostgreSQL returns bigints as they are declared; times are numbers everywhere. */
export function toNumbers(row: RequestTable): RequestTable {
  const number = (value: number | null) => (value === null ? null : Number(value));
  return {
    ...row,
    starts_at: number(row.starts_at),
    ends_at: number(row.ends_at),
    price_cents: number(row.price_cents),
    due_at: number(row.due_at),
    completed_at: number(row.completed_at),
    canceled_at: number(row.canceled_at),
    sort_at: Number(row.sort_at),
    version: Number(row.version),
    created_at: Number(row.created_at),
    changed_at: Number(row.changed_at),
  };
}

interface Noted {
  readonly actor: Actor;
  /** As a sentence without its period; without contents, because the audit log has it, too. */
  readonly what: string;
  readonly now: number;
}

export async function insertRequest(
  trx: Transaction<Database>,
  row: Omit<RequestTable, "sort_at" | "changed_at">,
  noted: Noted,
): Promise<RequestTable> {
  const stored = { ...row, sort_at: sortTime(row), changed_at: noted.now };
  await trx.insertInto("requests").values(stored).execute();
  await storeDocument(trx, stored, noted.now);
  await note(trx, stored, noted);
  return stored;
}

/** Saves columns of a locked request, its document and a line of its history. */
export async function saveRequest(
  trx: Transaction<Database>,
  before: RequestTable,
  columns: Partial<RequestTable>,
  noted: Noted,
): Promise<RequestTable> {
  const version = before.version + 1;
  const after = { ...before, ...columns, version, changed_at: noted.now };
  const stored = { ...after, sort_at: sortTime(after) };
  const { id, uid: _uid, ...values } = stored;
  await trx.updateTable("requests").set(values).where("id", "=", id).execute();
  await storeDocument(trx, stored, noted.now);
  await note(trx, stored, noted);
  return stored;
}

async function note(
  trx: Transaction<Database>,
  { id, reference }: RequestTable,
  { actor, what, now }: Noted,
): Promise<void> {
  const change = { id: orderedId(), request_id: id, at: now, staff_id: actor.staffId, what };
  await trx.insertInto("request_changes").values(change).execute();
  const act = { kind: "change", what: `Request: ${what}`, target: reference } as const;
  await writeAudit(trx, actor, act, now);
}

/** What others changed since a version that was seen. */
export async function conflictOf(db: Kysely<Database>, id: string): Promise<ApiError> {
  const last = await db
    .selectFrom("request_changes")
    .leftJoin("staff", "staff.id", "request_changes.staff_id")
    .select(["request_changes.what", "staff.name"])
    .where("request_id", "=", id)
    .orderBy("request_changes.id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last) return new ApiError("case-changed");
  const message = `${last.name ?? "The customer"} changed this. ${last.what}.`;
  return new ApiError("case-changed", { message });
}

/** The error for an act that the request's state does not allow, or for a wrong field. */
export function reject(message: string, field = "act"): ApiError {
  return new ApiError("invalid", { message, fields: { [field]: message } });
}
