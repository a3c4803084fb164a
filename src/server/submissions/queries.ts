import type { Insertable, Kysely, Transaction } from "kysely";
import type { SubmissionAnswer } from "../../contract/submission.ts";
import { prepare } from "../db/prepare.ts";
import type { Database } from "../db/schema.ts";
import { makeReference } from "./reference.ts";
import { limitWindowMs, mostPerAddress } from "./spam.ts";

/** A record to be stored; its reference is made here. */
export interface NewSubmission {
  readonly id: string;
  readonly collection: string;
  readonly data: object;
  readonly email: string;
  readonly createdAt: number;
  readonly idempotencyKey: string | null;
  readonly spamReason: string | null;
  readonly addressHash: string | null;
}

/** References are random: this many in a row taken means that something else is wrong. */
const mostTries = 5;

/** Finds what an earlier send of the same form came to. */
export function findByKey(
  db: Kysely<Database>,
  collection: string,
  keys: readonly string[],
): Promise<SubmissionAnswer | undefined> {
  return db
    .selectFrom("submissions")
    .select(["id", "reference"])
    .where("collection", "=", collection)
    .where("idempotency_key", "in", keys)
    .executeTakeFirst();
}

/** Whether a reference belongs to a record of the collection. */
export async function hasReference(
  db: Kysely<Database>,
  collection: string,
  reference: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("submissions")
    .select("id")
    .where("collection", "=", collection)
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row !== undefined;
}

const insertRow = prepare(
  [
    "id",
    "collection",
    "reference",
    "data",
    "email",
    "created_at",
    "idempotency_key",
    "spam_reason",
    "address_hash",
  ],
  (db, row: Insertable<Database["submissions"]>) =>
    db
      .insertInto("submissions")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "reference"]),
);

/** Counts records since the start of the window, up to where counting stops to matter. */
export async function countRecent(
  trx: Transaction<Database>,
  column: "address_hash" | "email",
  value: string | undefined,
  now: number,
): Promise<number> {
  if (!value) return 0;
  const rows = await trx
    .selectFrom("submissions")
    .select("id")
    .where(column, "=", value)
    .where("created_at", ">", now - limitWindowMs)
    .limit(mostPerAddress)
    .execute();
  return rows.length;
}

/**
 * Stores a record; the same key again gives the first record's answer.
 * @throws Error when no free reference is found
 */
export async function insertSubmission(
  trx: Transaction<Database>,
  record: NewSubmission,
): Promise<SubmissionAnswer> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const reference = makeReference();
    const [row] = await insertRow(trx, {
      id: record.id,
      collection: record.collection,
      reference,
      data: JSON.stringify(record.data),
      email: record.email,
      created_at: record.createdAt,
      idempotency_key: record.idempotencyKey,
      spam_reason: record.spamReason,
      address_hash: record.addressHash,
    });
    if (row) return row;
    const { collection, idempotencyKey } = record;
    const first = idempotencyKey && (await findByKey(trx, collection, [idempotencyKey]));
    if (first) return first;
  }
  throw new Error("No free reference was found.");
}
