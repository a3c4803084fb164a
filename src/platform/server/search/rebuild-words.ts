import type { Transaction } from "kysely";
import type { DatabaseClient } from "../db/client.ts";
import type { Database } from "../db/schema.ts";
import { tryLock } from "../jobs/one-at-a-time.ts";
import type { SearchIndex } from "./word-index.ts";

/**
 * Indexes the next records of an older version.
 * @param below numbers to index are lower
 * @returns the numbers that were indexed, highest first; empty at the end
 */
type IndexNext = (trx: Transaction<Database>, below: number) => Promise<readonly number[]>;

/**
 * Continues the rebuilding of an index, newest records first. Records that are not rebuilt yet are
 * found by their older words, so that searches never miss what they found before.
 * @returns whether there may be more
 */
export async function rebuildWords(
  { db, engine, write }: DatabaseClient,
  index: Extract<SearchIndex, "case_words" | "application_words">,
  indexNext: IndexNext,
): Promise<boolean> {
  // Usually nothing is left to do; check with a read before taking the writer.
  const pending = await db
    .selectFrom("search_rebuilds")
    .select("name")
    .where("name", "=", index)
    .execute();
  if (pending.length === 0) return false;
  return write(async (trx) => {
    if (!(await tryLock(trx, engine, index))) return false;
    const row = await trx
      .selectFrom("search_rebuilds")
      .select("below")
      .where("name", "=", index)
      .executeTakeFirst();
    if (!row) return false;
    const below = (await indexNext(trx, Number(row.below))).at(-1);
    if (below === undefined) {
      await trx.deleteFrom("search_rebuilds").where("name", "=", index).execute();
      return false;
    }
    await trx.updateTable("search_rebuilds").set({ below }).where("name", "=", index).execute();
    return true;
  });
}
