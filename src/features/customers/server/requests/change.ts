import type { Kysely, Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { followDocuments } from "../../../requests/server/documents.ts";
import { toColumns } from "./columns.ts";
import type { RequestChange } from "./request-list.ts";
import { toRequestRecord } from "./requests.ts";

/** The person has no requests with these ids or references; nothing was changed. */
export class RequestsMissing extends Error {
  override name = "RequestsMissing";
  readonly words: readonly string[];

  constructor(words: readonly string[]) {
    super("There are no such requests.");
    this.words = words;
  }
}

/** The request is completed already; nothing was changed. */
export class AlreadyCompleted extends Error {
  override name = "AlreadyCompleted";
}

/**
 * Changes requests of a person, all or none.
 * @returns how many differ from before
 * @throws RequestsMissing
 */
export function updateRequests(
  { write }: DatabaseClient,
  { uid, changes }: { readonly uid: string; readonly changes: readonly RequestChange[] },
  now: number,
): Promise<number> {
  return write((trx) => changeRequests(trx, uid, changes, now));
}

async function changeRequests(
  trx: Transaction<Database>,
  uid: string,
  changes: readonly RequestChange[],
  now: number,
): Promise<number> {
  const stored = await trx
    .selectFrom("completed_requests")
    .selectAll()
    .where("uid", "=", uid)
    .forUpdate()
    .execute();
  const byId = new Map(stored.map((row) => [row.id, row]));
  rejectMissing(changes.map(({ id }) => id).filter((id) => !byId.has(id)));
  const changed: string[] = [];
  for (const change of changes) {
    const before = byId.get(change.id);
    if (!before) continue;
    const values = toColumns({ ...toRequestRecord(before), ...change });
    const names = Object.keys(values) as (keyof typeof values)[];
    if (names.every((name) => values[name] === before[name])) continue;
    await trx
      .updateTable("completed_requests")
      .set(values)
      .where("uid", "=", uid)
      .where("id", "=", change.id)
      .execute();
    changed.push(change.id);
  }
  if (changed.length > 0) await followDocuments(trx, uid, changed, now);
  return changed.length;
}

/** What is known about a completed request besides its id. */
interface Completion {
  readonly uid: string;
  readonly id: string;
  /** Seconds since 1970; by default the stored date, else `now`. */
  readonly dateCompleted?: number;
  /** US dollars; by default the stored price. */
  readonly price?: number;
}

/** @throws RequestsMissing, AlreadyCompleted */
export async function completeRequest(
  { write }: DatabaseClient,
  { uid, ...completion }: Completion,
  now: number,
): Promise<void> {
  await write(async (trx) => {
    const stored = await trx
      .selectFrom("completed_requests")
      .select(["date_completed", "request_completed"])
      .where("uid", "=", uid)
      .where("id", "=", completion.id)
      .forUpdate()
      .executeTakeFirst();
    if (stored && Number(stored.request_completed) === 1) throw new AlreadyCompleted();
    const dateCompleted = stored?.date_completed ?? Math.floor(now / 1000);
    await changeRequests(trx, uid, [{ dateCompleted, ...completion, requestCompleted: true }], now);
  });
}

/** Removes requests of a person, all or none. @throws RequestsMissing */
export function removeRequests(
  { write }: DatabaseClient,
  { uid, ids }: { readonly uid: string; readonly ids: readonly string[] },
  now: number,
): Promise<void> {
  return write(async (trx) => {
    const gone = await trx
      .deleteFrom("completed_requests")
      .where("uid", "=", uid)
      .where(isOneOf(trx, "id", ids))
      .returning("id")
      .execute();
    const removed = new Set(gone.map(({ id }) => id));
    rejectMissing(ids.filter((id) => !removed.has(id)));
    await followDocuments(trx, uid, ids, now);
  });
}

/** The ids of a person's requests, each named by its id or its reference. @throws RequestsMissing */
export async function resolveRequests(
  db: Kysely<Database>,
  uid: string,
  words: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("completed_requests")
    .select(["id", "reference"])
    .where("uid", "=", uid)
    .execute();
  const found = words.map((word) => {
    const byReference = rows.filter(({ reference }) => reference === word.toUpperCase());
    // Two requests may share a reference; then only the id says which is meant.
    const row = rows.find(({ id }) => id === word) ?? (byReference.length === 1 && byReference[0]);
    return { word, id: row ? row.id : undefined };
  });
  rejectMissing(found.filter(({ id }) => id === undefined).map(({ word }) => word));
  return [...new Set(found.flatMap(({ id }) => id ?? []))];
}

function rejectMissing(words: readonly string[]): void {
  if (words.length > 0) throw new RequestsMissing(words);
}
