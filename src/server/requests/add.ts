import type { Insertable, Transaction } from "kysely";
import type { RequestAnswer } from "../../contract/api.ts";
import type { Database } from "../db/schema.ts";

/** A request as the operator gives it (SPEC 3). */
export type NewRequest = Omit<RequestAnswer, "picture">;

/** What adding came to. */
export interface AddedRequests {
  readonly added: number;
  /** Ids that were there already, with the same contents. */
  readonly present: readonly string[];
}

/** An id is taken by a request with other contents; nothing was stored. */
export class RequestsExist extends Error {
  override name = "RequestsExist";
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super("Requests with these ids exist.");
    this.ids = ids;
  }
}

type Row = Insertable<Database["completed_requests"]>;

/**
 * Stores requests of a person, all or none. What is there already is never replaced.
 * @param now milliseconds since 1970
 * @throws RequestsExist
 */
export async function addRequests(
  trx: Transaction<Database>,
  { uid, requests }: { readonly uid: string; readonly requests: readonly NewRequest[] },
  now: number,
): Promise<AddedRequests> {
  const stored = await trx
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .execute();
  const known = new Map(stored.map((row) => [row.id, contentsOf(row)]));
  const rows = requests.map((request): Row => toRow(uid, request, now));
  const taken = rows.filter(({ id }) => known.has(id));
  const other = taken.filter((row) => known.get(row.id) !== contentsOf(row));
  if (other.length > 0) throw new RequestsExist(other.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id));
  if (fresh.length > 0) await trx.insertInto("completed_requests").values(fresh).execute();
  return { added: fresh.length, present: taken.map(({ id }) => id) };
}

function toRow(uid: string, request: NewRequest, now: number): Row {
  return {
    id: request.id,
    uid,
    request_title: request.requestTitle,
    assigned_to: request.assignedTo,
    assigned_to_uid: request.assignedToUid,
    request_completed: request.requestCompleted ? 1 : 0,
    date_completed: request.dateCompleted,
    price_cents: request.price === null ? null : Math.round(request.price * 100),
    created_at: now,
  };
}

function contentsOf(row: Row): string {
  const { created_at: _created, uid: _uid, ...contents } = row;
  return JSON.stringify(Object.entries(contents).sort());
}
