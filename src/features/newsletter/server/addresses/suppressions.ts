import { createHmac } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { spellingsOf } from "../../../../platform/server/values/email-spellings.ts";

import { readHashKey } from "../../../../platform/server/values/hash-key.ts";

export const deletedReason = "Deleted with the owner's data";

/** Why no import may add an address again. */
export interface Suppression {
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Hashes of an address, so that a suppression outlasts it: also by the keys of earlier versions. */
export function hashSpellings(key: Buffer, email: string): string[] {
  return spellingsOf(email).map((spelling) => hashSuppressed(key, spelling));
}

function hashSuppressed(key: Buffer, email: string): string {
  return createHmac("sha256", key).update(`newsletter:${email}`).digest("base64url");
}

/** The suppression of an address by `emailKey`, if there is one. */
export async function findSuppression(
  trx: Transaction<Database>,
  email: string,
): Promise<Suppression | undefined> {
  const row = await trx
    .selectFrom("newsletter_suppressions")
    .select(["reason", "created_at"])
    .where("address_hash", "in", hashSpellings(await readHashKey(trx), email))
    .executeTakeFirst();
  return row && { reason: row.reason, createdAt: row.created_at };
}

export async function findSuppressed(
  db: Kysely<Database>,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom("newsletter_suppressions")
    .select("address_hash")
    .where("address_hash", "in", hashes)
    .execute();
  return new Set(rows.map(({ address_hash }) => address_hash));
}

/**
 * Suppresses an address in lower case; the first reason is kept. @param now milliseconds since 1970
 */
export async function addSuppression(
  trx: Transaction<Database>,
  email: string,
  reason: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto("newsletter_suppressions")
    .values({
      address_hash: hashSuppressed(await readHashKey(trx), email),
      reason,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends a suppression; only the person's own action may. */
export async function removeSuppression(trx: Transaction<Database>, email: string): Promise<void> {
  await trx
    .deleteFrom("newsletter_suppressions")
    .where("address_hash", "in", hashSpellings(await readHashKey(trx), email))
    .execute();
}
