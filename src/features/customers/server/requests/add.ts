import type { Insertable, Kysely } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isUniqueViolation } from "../../../../platform/server/db/unique-violation.ts";
import { followDocuments } from "../../../requests/server/documents.ts";
import { toColumns } from "./columns.ts";
import { requestReference } from "./request-reference.ts";
import type { RequestRecord } from "./requests.ts";

export interface AddedRequests {
  readonly added: number;
  /** Ids that existed before, with the same contents. */
  readonly present: readonly string[];
}

/** Different requests with these ids exist; nothing was stored. */
export class RequestsExist extends Error {
  override name = "RequestsExist";
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super("Requests with these ids exist.");
    this.ids = ids;
  }
}

type Row = Insertable<Database["completed_requests"]>;

/** Rows per statement; a very long statement takes longer to prepare. */
const rowsAtOnce = 100;

/**
 * Stores a person's requests, all or none. Existing ones are never replaced. Slow work is done
 * before the transaction, so that it hardly delays a running server.
 * @throws RequestsExist
 */
export async function addRequests(
  database: DatabaseClient,
  person: { readonly uid: string; readonly requests: readonly RequestRecord[] },
  now: number,
): Promise<AddedRequests> {
  const { db, write } = database;
  const { uid, requests } = person;
  const known = await readContents(db, uid);
  const rows = requests.map((request): Row => toRow(uid, request, now));
  const taken = rows.filter(({ id }) => known.has(id));
  const other = taken.filter((row) => known.get(row.id) !== contentsOf(row));
  if (other.length > 0) throw new RequestsExist(other.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id));
  const inserts = splitRows(fresh).map((part) =>
    db.insertInto("completed_requests").values(part).compile(),
  );
  try {
    await write(async (trx) => {
      for (const insert of inserts) await trx.executeQuery(insert);
      const added = fresh.map(({ id }) => id);
      await followDocuments(trx, uid, added, now);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // One of them was added in the meantime: start over with that one.
    const later = await readContents(db, uid);
    if (!fresh.some(({ id }) => later.has(id))) throw error;
    return addRequests(database, person, now);
  }
  return { added: fresh.length, present: taken.map(({ id }) => id) };
}

async function readContents(
  db: Kysely<Database>,
  uid: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .execute();
  return new Map(rows.map((row) => [row.id, contentsOf(row)]));
}

function splitRows(rows: readonly Row[]): Row[][] {
  const parts = Math.ceil(rows.length / rowsAtOnce);
  return Array.from({ length: parts }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}

function toRow(uid: string, request: RequestRecord, now: number): Row {
  return {
    ...toColumns(request),
    uid,
    created_at: now,
    reference: requestReference({ uid, id: request.id }),
  };
}

function contentsOf(row: Row): string {
  const { created_at: _, uid: _uid, reference: _reference, imported: _kept, ...contents } = row;
  return JSON.stringify(Object.entries(contents).sort());
}
