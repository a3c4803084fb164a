import type { Kysely } from "kysely";
import type { SubmissionResponse } from "../../../../platform/contract/form-engine/submission.ts";
import { type RecentSpan, recentSpan } from "../../../../platform/server/clock.ts";
import { prepare } from "../../../../platform/server/db/prepare.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { submittedPhoneKey } from "../../../../platform/server/values/phone.ts";
import { makeReference } from "../../../../platform/server/values/reference.ts";
import type { SpamReason } from "../../contract/spam-reasons.ts";
import { limitWindowMs, manyPerSender, maxPerAddress } from "./spam.ts";

/** A record to be stored; `insertSubmission` adds the reference. */
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

export interface Limits {
  /** Another key under which the same submission may already be stored. */
  readonly earlierKey: string | null;
  /** Email whose records are counted. */
  readonly sender: string | null;
  /** Records of the network from which on this one is marked. */
  readonly many: number;
}

export interface StoredSubmission extends SubmissionResponse {
  readonly spamReason: string | null;
}

export function findByKey(
  db: Kysely<Database>,
  collection: string,
  keys: readonly string[],
): Promise<SubmissionResponse | undefined> {
  return selectByKey(db, collection, keys).executeTakeFirst();
}

function selectByKey(db: Kysely<Database>, collection: string, keys: readonly (string | null)[]) {
  return db
    .selectFrom("submissions")
    .select(["id", "reference"])
    .where("collection", "=", collection)
    .where("idempotency_key", "in", keys);
}

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

export async function readSubmittedValues(
  db: Kysely<Database>,
  collection: string,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("collection", "=", collection)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && JSON.parse(row.data);
}

interface Row {
  readonly id: string;
  readonly collection: string;
  readonly reference: string;
  readonly data: string;
  readonly email: string;
  readonly phone_key: string;
  readonly created_at: number;
  readonly idempotency_key: string | null;
  readonly spam_reason: string | null;
  readonly address_hash: string | null;
}

const columns = [
  "id",
  "collection",
  "reference",
  "data",
  "email",
  "phone_key",
  "created_at",
  "idempotency_key",
  "spam_reason",
  "address_hash",
] as const;

const insertRow = prepare(columns, (db, row: Row) =>
  db
    .insertInto("submissions")
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

/** Counts and inserts in one statement, since each statement is a round trip to PostgreSQL. */
const insertWithinLimits = prepare(
  [...columns, "earlierKey", "sender", "many", "since", "until"],
  (db, row: Row & Limits & RecentSpan) =>
    db
      .insertInto("submissions")
      .columns(columns)
      .expression(
        countRecent(db, row)
          .select(({ val, fn, eb }) => [
            val(row.id).as("id"),
            val(row.collection).as("collection"),
            val(row.reference).as("reference"),
            val(row.data).as("data"),
            val(row.email).as("email"),
            val(row.phone_key).as("phone_key"),
            val(row.created_at).as("created_at"),
            val(row.idempotency_key).as("idempotency_key"),
            fn
              .coalesce(
                val(row.spam_reason),
                eb
                  .case()
                  .when("recent.from_address", ">=", row.many)
                  .then("many-from-address" satisfies SpamReason)
                  .when("recent.from_sender", ">=", manyPerSender)
                  .then("many-from-sender" satisfies SpamReason)
                  .end(),
              )
              .as("spam_reason"),
            val(row.address_hash).as("address_hash"),
          ])
          .where("recent.from_address", "<", maxPerAddress)
          .where(({ not, exists }) =>
            not(exists(selectByKey(db, row.collection, [row.earlierKey]))),
          ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning("spam_reason"),
);

/** One row: the number of records within the span with the same address or the same sender. */
function countRecent(db: Kysely<Database>, row: Row & Limits & RecentSpan) {
  const { address_hash, sender } = row;
  const counts = db.selectNoFrom([
    countRecentOf(db, "address_hash", address_hash, row, maxPerAddress).as("from_address"),
    countRecentOf(db, "email", sender, row, manyPerSender).as("from_sender"),
  ]);
  return db.selectFrom(counts.as("recent"));
}

/** Counts records within a span of time, up to `max`. */
function countRecentOf(
  db: Kysely<Database>,
  column: "address_hash" | "email",
  value: string | null,
  { since, until }: RecentSpan,
  max: number,
) {
  return db
    .selectFrom(
      db
        .selectFrom("submissions")
        .select("id")
        .where(column, "=", value)
        .where("created_at", ">", since)
        .where("created_at", "<=", until)
        .limit(max)
        .as("some"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"));
}

/**
 * Stores a record, in one statement.
 * @returns undefined if it was not stored: it was stored before, the limits are reached, or the
 * reference exists
 */
export async function insertSubmission(
  db: Kysely<Database>,
  record: NewSubmission,
  limits: Limits | undefined,
): Promise<StoredSubmission | undefined> {
  const { id, spamReason, createdAt } = record;
  const reference = makeReference();
  const row: Row = {
    id,
    collection: record.collection,
    reference,
    data: JSON.stringify(record.data),
    email: record.email,
    phone_key: submittedPhoneKey(record.data),
    created_at: createdAt,
    idempotency_key: record.idempotencyKey,
    spam_reason: spamReason,
    address_hash: record.addressHash,
  };
  if (!limits) {
    const { numAffectedRows } = await insertRow(db, row);
    return numAffectedRows ? { id, reference, spamReason } : undefined;
  }
  const span = recentSpan(createdAt, limitWindowMs);
  const { rows } = await insertWithinLimits(db, { ...row, ...limits, ...span });
  return rows[0] && { id, reference, spamReason: rows[0].spam_reason };
}

export async function isOverLimit(
  db: Kysely<Database>,
  addressHash: string | null,
  now: number,
): Promise<boolean> {
  const span = recentSpan(now, limitWindowMs);
  const query = countRecentOf(db, "address_hash", addressHash, span, maxPerAddress);
  const { count } = await query.executeTakeFirstOrThrow();
  return count >= maxPerAddress;
}
