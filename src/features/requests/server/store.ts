import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { Happening } from "../../staff/server/event-words.ts";
import { describeConflict } from "../../staff/server/read-history.ts";
import { recordEvents } from "../../staff/server/record-event.ts";
import type { Actor } from "../../staff/server/write-audit.ts";
import { nextChangeTime } from "./change-time.ts";
import { sortTime, storeDocuments } from "./documents.ts";
import { type ChangedRequest, emitRequests } from "./request-events.ts";
import type { RequestTable } from "./tables.ts";

/** The customer, for the history and the audit log. */
export const customerActor: Actor = { staffId: null, name: "Customer", origin: "" };

/** The customer, or who helps them: without a name, since the audit log is kept. */
export function actorOf(help: object | null): Actor {
  return help === null ? customerActor : { ...customerActor, name: "Helper of the customer" };
}

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

interface Who {
  readonly actor: Actor;
  readonly now: number;
  /** One of a batch, which has one line in the audit log for all. */
  readonly isPart?: boolean;
}

type Noted = Happening &
  Who & {
    /** Collects what the change did, for an undo. */
    readonly traces?: Traces;
  };

/** What a change did. */
export interface Traces {
  readonly rows: {
    readonly id: string;
    readonly version: number;
    /** Null: it was added. */
    readonly before: object | null;
  }[];
  /** Ids of events. */
  readonly events: string[];
  /** Ids of emails and texts that wait. */
  readonly emails: string[];
}

type NewRow = Omit<RequestTable, "sort_at" | "changed_at">;

/** A row to store, and what happened to it. */
export interface StoredChange extends Pick<ChangedRequest, "from"> {
  readonly row: NewRow;
  readonly happened: Happening;
  /** Only its history changes: programs are told nothing. */
  readonly isQuiet?: boolean;
}

export async function insertRequest(
  trx: Transaction<Database>,
  row: NewRow,
  { actor, now, traces, ...happened }: Noted,
): Promise<RequestTable> {
  const { rows, events } = await storeNew(trx, [{ row, happened }], { actor, now });
  const stored = rows[0] as RequestTable;
  traces?.rows.push({ id: stored.id, version: stored.version, before: null });
  traces?.events.push(...events);
  return stored;
}

/** Saves columns of a locked request, its document and what happened. */
export async function saveRequest(
  trx: Transaction<Database>,
  before: RequestTable,
  columns: Partial<RequestTable>,
  { actor, now, traces, ...happened }: Noted,
): Promise<RequestTable> {
  const row = { ...before, ...columns, version: before.version + 1 };
  const isQuiet = Object.keys(columns).length === 0;
  const change = { row, happened, from: before.state, isQuiet };
  const { rows, events } = await storeSaved(trx, [change], { actor, now });
  const stored = rows[0] as RequestTable;
  const { id, version } = stored;
  traces?.rows.push({ id, version, before: changedColumns(before, stored) });
  traces?.events.push(...events);
  return stored;
}

/** The columns that a change replaced, as they were. */
function changedColumns(before: RequestTable, after: RequestTable): Partial<RequestTable> {
  const names = Object.keys(before) as (keyof RequestTable)[];
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

/** Rows per statement; a very long statement takes longer to prepare. */
const rowsAtOnce = 100;

/** Adds requests, their documents and what happened. @throws a unique violation for a known id */
export async function insertRequests(
  trx: Transaction<Database>,
  changes: readonly StoredChange[],
  who: Who,
): Promise<RequestTable[]> {
  return (await storeNew(trx, changes, who)).rows;
}

function storeNew(trx: Transaction<Database>, changes: readonly StoredChange[], who: Who) {
  return storeInParts(trx, changes, who, (rows) => trx.insertInto("requests").values(rows));
}

/** Saves locked requests with their next versions, their documents and what happened. */
export async function saveRequests(
  trx: Transaction<Database>,
  changes: readonly StoredChange[],
  who: Who,
): Promise<RequestTable[]> {
  return (await storeSaved(trx, changes, who)).rows;
}

function storeSaved(trx: Transaction<Database>, changes: readonly StoredChange[], who: Who) {
  return storeInParts(trx, changes, who, (rows) =>
    trx
      .insertInto("requests")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => {
          const { id: _id, uid: _uid, ...columns } = rows[0] as RequestTable;
          const names = Object.keys(columns) as (keyof typeof columns)[];
          return Object.fromEntries(names.map((name) => [name, ref(`excluded.${name}`)]));
        }),
      ),
  );
}

async function storeInParts(
  trx: Transaction<Database>,
  changes: readonly StoredChange[],
  { actor, now, isPart = false }: Who,
  store: (rows: readonly RequestTable[]) => { execute(): Promise<unknown> },
): Promise<{ readonly rows: RequestTable[]; readonly events: readonly string[] }> {
  const changed_at = changes.length > 0 ? await nextChangeTime(trx, now) : now;
  const all = changes.map(({ row }) => ({ ...row, changed_at, sort_at: sortTime(row) }));
  const events: string[] = [];
  for (let start = 0; start < all.length; start += rowsAtOnce) {
    const rows = all.slice(start, start + rowsAtOnce);
    await store(rows).execute();
    await storeDocuments(trx, rows, now);
    const noted = rows.map(({ id, reference }, index) => ({
      ...(changes[start + index] as StoredChange).happened,
      actor,
      subject: { kind: "request", id, reference } as const,
      audit: isPart ? undefined : ("change" as const),
    }));
    events.push(...(await recordEvents(trx, noted, now)));
  }
  const told = all.flatMap((row, index) => {
    const { from, isQuiet } = changes[index] as StoredChange;
    return isQuiet ? [] : { row, from };
  });
  await emitRequests(trx, told, now);
  return { rows: all, events };
}

/** What others changed since a version that was seen. */
export function conflictOf(db: Kysely<Database>, id: string): Promise<ApiError> {
  return describeConflict(db, { kind: "request", id }, "The customer");
}

/** The error for an act that the request's state does not allow, or for a wrong field. */
export function reject(message: string, field = "act"): ApiError {
  return new ApiError("invalid", { message, fields: { [field]: message } });
}
