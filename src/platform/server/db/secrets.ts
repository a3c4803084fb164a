import { randomBytes } from "node:crypto";
import type { DatabaseClient } from "./client.ts";

/** A random 256-bit key, created by the first node that needs it and shared by every node. */
export async function requireSecret(client: DatabaseClient, name: string): Promise<Buffer> {
  const known = await findSecret(client, name);
  if (known) return known;
  const value = randomBytes(32).toString("base64url");
  await client.write((trx) =>
    trx
      .insertInto("app_secrets")
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const stored = await findSecret(client, name);
  if (!stored) throw new Error(`The secret ${name} could not be stored.`);
  return stored;
}

async function findSecret({ db }: DatabaseClient, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("app_secrets")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row && Buffer.from(row.value, "base64url");
}
