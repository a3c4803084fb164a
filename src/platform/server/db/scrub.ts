import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { days } from "../../contract/durations.ts";
import type { DatabaseClient } from "./client.ts";

const fullTextTables = [
  "case_words",
  "application_words",
  "customer_words",
  "request_words",
] as const;
/** Pages of a full-text table rewritten in one transaction: a few milliseconds. */
const pagesAtOnce = 64;
/** Pause between them, so that requests are not delayed. */
const pauseMs = 20;
/** How often the write-ahead log is tried: a reader or writer may be using it. */
const maxTries = 20;
/** A continuous backup never lets go of the log; it empties the log itself. */
const giveUpMs = days(1);

/**
 * Overwrites what deletions left in the files of the database (docs/decisions/0092). SQLite zeroes
 * deleted rows (`secure_delete`), but full-text tables only mark deleted words until they are
 * merged, and the write-ahead log keeps old pages until it is emptied. PostgreSQL frees the space of
 * deleted rows.
 * @returns whether nothing is left to do; if not, the next run tries again
 */
export async function scrub(database: DatabaseClient, now: number): Promise<boolean> {
  const newest = await database.db
    .selectFrom("erasures")
    .select(["id", "at"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!newest) return true;
  if (database.engine === "sqlite") {
    for (const table of fullTextTables) await mergeWords(database, table);
  } else {
    await database.writeOne((db) => sql`vacuum`.execute(db));
  }
  const isDone = await emptyLog(database);
  if (!isDone && now - Number(newest.at) < giveUpMs) return false;
  await database.write((trx) => trx.deleteFrom("erasures").where("id", "<=", newest.id).execute());
  return true;
}

/** Rewrites a full-text table without the words of deleted rows, some pages at a time. */
async function mergeWords({ write }: DatabaseClient, table: string): Promise<void> {
  const name = sql.table(table);
  // A negative number starts a merge of everything; further ones continue it.
  for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
    const changed = await write(async (trx) => {
      const count = async () => {
        const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(trx);
        return Number(rows[0]?.count);
      };
      const before = await count();
      await sql`insert into ${name} (${name}, rank) values ('merge', ${pages})`.execute(trx);
      return (await count()) - before;
    });
    // As documented: fewer than two changes mean that nothing was merged.
    if (changed < 2) return;
    await setTimeout(pauseMs);
  }
}

async function emptyLog(database: DatabaseClient): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (await database.emptyLog()) return true;
    await setTimeout(pauseMs);
  }
  return false;
}
