import { createHmac, randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../platform/db/schema.ts";

/** Name of the server's key that hashes are made with. */
const keyName = "keys";

/** Reason of an address that was deleted with everything else of the person. */
export const deletedReason = "Deleted with the person's data";

/** Why no import may bring an address back. */
export interface Suppression {
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Hashes addresses in lower case, so that a suppression outlives the address. */
export function hashSuppressed(key: Buffer, email: string): string {
  return createHmac("sha256", key).update(`newsletter:${email}`).digest("base64url");
}

/** The server's key, as its start or the first suppression made it. */
async function readSuppressionKey(trx: Transaction<Database>): Promise<Buffer> {
  const find = () =>
    trx.selectFrom("app_secrets").select("value").where("name", "=", keyName).executeTakeFirst();
  const known = await find();
  if (known) return Buffer.from(known.value, "base64url");
  const value = randomBytes(32).toString("base64url");
  await trx
    .insertInto("app_secrets")
    .values({ name: keyName, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return Buffer.from((await find())?.value ?? value, "base64url");
}

/** The suppression of an address in lower case, if there is one. */
export async function findSuppression(
  trx: Transaction<Database>,
  email: string,
): Promise<Suppression | undefined> {
  const row = await trx
    .selectFrom("newsletter_suppressions")
    .select(["reason", "created_at"])
    .where("address_hash", "=", hashSuppressed(await readSuppressionKey(trx), email))
    .executeTakeFirst();
  return row && { reason: row.reason, createdAt: row.created_at };
}

/** Which of these hashes are suppressed. */
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

/** Suppresses an address in lower case; the first reason stays. @param now milliseconds since 1970 */
export async function addSuppression(
  trx: Transaction<Database>,
  email: string,
  reason: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto("newsletter_suppressions")
    .values({
      address_hash: hashSuppressed(await readSuppressionKey(trx), email),
      reason,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends a suppression: only what the person does may. */
export async function removeSuppression(trx: Transaction<Database>, email: string): Promise<void> {
  await trx
    .deleteFrom("newsletter_suppressions")
    .where("address_hash", "=", hashSuppressed(await readSuppressionKey(trx), email))
    .execute();
}
