import { type Kysely, sql } from "kysely";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { PageQuery, RecordPage } from "../contract/records-api.ts";

/** Rows that one request scans, however few of them match its filters. */
const windowRows = 2000;

/** A table in the order of its key. */
interface Keyed<Row> {
  readonly table: keyof Database;
  /** Unique, and increasing in the order of arrival. */
  readonly column: "number" | "id";
  /** The key of the last row before this page. */
  readonly after: number | string;
  readonly limit: number;
  /** Reads matching rows after `after`, in the order of the key. @param end the last key, if any */
  readonly read: (end: number | string | undefined, limit: number) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => number | string;
}

/** Reads one page; it ends early if few rows match, so that no request takes long. */
export async function readPage<Row>(
  db: Kysely<Database>,
  { table, column, after, limit, read, keyOf }: Keyed<Row>,
): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const key = sql.ref(column);
  const { rows: ends } = await sql<{ readonly end: number | string }>`
    select ${key} as "end" from ${sql.table(table)} where ${key} > ${after}
    order by ${key} limit 1 offset ${windowRows - 1}`.execute(db);
  const end = ends[0]?.end;
  const rows = await read(end, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? keyOf(last) : (end ?? null);
  return { rows: shown, next: next === null ? null : String(next) };
}

export function toPage<Row, Shown>(
  { rows, next }: { readonly rows: readonly Row[]; readonly next: string | null },
  show: (row: Row) => Shown,
): RecordPage<Shown> {
  return { records: rows.map(show), next };
}

/** Reads a cursor that is a number. @throws ApiError "invalid" */
export function numberAfter({ after }: Pick<PageQuery, "after">): number {
  const number = after === "" ? 0 : Number(after);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw wrongCursor();
}

/** Reads a cursor that is an id or a start time. @throws ApiError "invalid" */
export function idAfter({ after, since }: Pick<PageQuery, "after" | "since">): string {
  if (!/^[0-9a-f-]{0,36}$/.test(after)) throw wrongCursor();
  const start = since === 0 ? "" : firstIdAt(since);
  return after > start ? after : start;
}

/** The prefix of ids created at that time or later (UUIDv7). */
function firstIdAt(at: number): string {
  const digits = Math.max(0, Math.floor(at)).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

function wrongCursor(): ApiError {
  return new ApiError("invalid", { fields: { after: "Use the next of the page before." } });
}

/** Milliseconds since 1970 as ISO 8601. */
export function toTime(at: number | string): string {
  return new Date(Number(at)).toISOString();
}
