import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { Happening } from "../../staff/server/event-words.ts";
import { describeConflict } from "../../staff/server/read-history.ts";
import { recordEvent } from "../../staff/server/record-event.ts";
import type { Actor } from "../../staff/server/write-audit.ts";
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

type Noted = Happening & {
  readonly actor: Actor;
  readonly now: number;
  /** Collects what the change did, for an undo. */
  readonly traces?: Traces;
};

/** What a change did. */
export interface Traces {
  readonly rows: { readonly id: string; readonly version: number; readonly before: object }[];
  /** Ids of events. */
  readonly events: string[];
  /** Ids of emails and texts that wait. */
  readonly emails: string[];
}

export async function insertRequest(
  trx: Transaction<Database>,
  row: Omit<RequestTable, "sort_at" | "changed_at">,
  noted: Noted,
): Promise<RequestTable> {
  const stored = { ...row, sort_at: sortTime(row), changed_at: noted.now };
  await trx.insertInto("requests").values(stored).execute();
  await storeDocument(trx, stored, noted.now);
  await record(trx, stored, noted);
  return stored;
}

/** Saves columns of a locked request, its document and what happened. */
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
  const event = await record(trx, stored, noted);
  noted.traces?.rows.push({ id, version, before: changedColumns(before, stored) });
  noted.traces?.events.push(event);
  return stored;
}

/** The columns that a change replaced, as they were. */
function changedColumns(before: RequestTable, after: RequestTable): Partial<RequestTable> {
  const names = Object.keys(before) as (keyof RequestTable)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

function record(
  trx: Transaction<Database>,
  { id, reference }: RequestTable,
  { now, traces: _traces, ...event }: Noted,
): Promise<string> {
  const subject = { kind: "request", id, reference } as const;
  return recordEvent(trx, { ...event, subject, audit: "change" }, now);
}

/** What others changed since a version that was seen. */
export function conflictOf(db: Kysely<Database>, id: string): Promise<ApiError> {
  return describeConflict(db, { kind: "request", id }, "The customer");
}

/** The error for an act that the request's state does not allow, or for a wrong field. */
export function reject(message: string, field = "act"): ApiError {
  return new ApiError("invalid", { message, fields: { [field]: message } });
}
