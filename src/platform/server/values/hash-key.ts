import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";

const keyName = "keys";

/**
 * The server's key for hashes that outlast what they were made of, created at startup or by the first
 * hash. It is in the database, and so in each backup: hashes from before a restore still match.
 */
export async function readHashKey(trx: Transaction<Database>): Promise<Buffer> {
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
