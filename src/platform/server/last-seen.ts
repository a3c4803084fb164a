import type { Kysely } from "kysely";
import { minutes } from "../contract/durations.ts";
import type { DatabaseClient } from "./db/client.ts";
import type { Database } from "./db/schema.ts";

/** What comes from outside, whose way to the server the launch check proves. */
export type Visitor = "metrics" | "payment-events" | "test-email";

interface Seen {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly details: Readonly<Record<string, string>>;
}

/** How often the same is stored again; Prometheus comes every few seconds. */
const everyMs = minutes(5);

/** When this process last stored each of a database, so that most requests cost nothing. */
const stored = new WeakMap<object, Map<Visitor, number>>();

/** Stores that it was seen, at most once in five minutes unless there are details. */
export async function noteSeen(
  database: Pick<DatabaseClient, "write">,
  name: Visitor,
  now: number,
  details: Seen["details"] = {},
): Promise<void> {
  const known = stored.get(database) ?? new Map<Visitor, number>();
  stored.set(database, known);
  const isNew = Object.keys(details).length > 0;
  if (!isNew && Math.abs(now - (known.get(name) ?? 0)) < everyMs) return;
  known.set(name, now);
  const seen = { at: now, details: JSON.stringify(details) };
  await database.write((trx) =>
    trx
      .insertInto("last_seen")
      .values({ name, ...seen })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(seen))
      .execute(),
  );
}

export async function readSeen(db: Kysely<Database>, name: Visitor): Promise<Seen | undefined> {
  const row = await db
    .selectFrom("last_seen")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirst();
  return row && { at: Number(row.at), details: JSON.parse(row.details) };
}
