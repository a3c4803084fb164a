import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { chunksOf } from "../../../../platform/server/db/chunks.ts";
import { listTables } from "../../../../platform/server/db/list-tables.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { mergeRules } from "../../../privacy/server/holders.ts";

interface Pair {
  /** The account that is kept, and the one that ends. */
  readonly keptUid: string;
  readonly mergedUid: string;
}

/**
 * Moves the rows of one account to another, by what each feature announces (`merging`), and stores
 * what `restoreRows` needs. Rows that are not moved are deleted with the account, afterwards.
 */
export async function moveRows(trx: Transaction<Database>, pair: Pair): Promise<void> {
  const { keptUid, mergedUid } = pair;
  // Those that others refer to come first, so that they are restored first.
  for (const { name, keys } of await listTables(trx)) {
    const rule = mergeRules[name];
    const table = sql.table(name);
    if (rule === "kept") {
      const { rows } = await sql<object>`
        select * from ${table} where uid = ${mergedUid}`.execute(trx);
      const kept = rows.map((row) => ({ row_key: "", data: JSON.stringify(row) }));
      await store(trx, mergedUid, name, kept);
    }
    if (rule === "moves") {
      const key = otherKey(keys);
      const { rows } = await sql<{ key: string }>`
        update ${table} set uid = ${keptUid} where uid = ${mergedUid}
        returning ${key === undefined ? sql`''` : sql.ref(key)} as key`.execute(trx);
      const moved = rows.map((row) => ({ row_key: row.key, data: null }));
      await store(trx, mergedUid, name, moved);
    }
  }
}

type Stored = Pick<Selectable<Database["merged_rows"]>, "row_key" | "data">;

async function store(
  trx: Transaction<Database>,
  mergedUid: string,
  table: string,
  rows: readonly Stored[],
): Promise<void> {
  for (const some of chunksOf(rows)) {
    const of = { merged_uid: mergedUid, table_name: table };
    await trx
      .insertInto("merged_rows")
      .values(some.map((row) => ({ id: orderedId(), ...of, ...row })))
      .execute();
  }
}

/** The column of the primary key besides the account; undefined if there is one row for each. */
function otherKey(keys: readonly string[]): string | undefined {
  return keys.find((key) => key !== "uid");
}

/**
 * Gives the rows back that still are with the kept account. What was added since stays there.
 * @throws a unique violation if something else has their place now
 */
export async function restoreRows(trx: Transaction<Database>, pair: Pair): Promise<void> {
  const { keptUid, mergedUid } = pair;
  const saved = await selectRows(trx, mergedUid).execute();
  for (const { table_name: name, data } of saved) {
    if (data === null) continue;
    const row = Object.entries(JSON.parse(data));
    const columns = sql.join(row.map(([column]) => sql.ref(column)));
    const values = sql.join(row.map(([, value]) => value));
    await sql`insert into ${sql.table(name)} (${columns}) values (${values})`.execute(trx);
  }
  for (const { name, keys } of await listTables(trx)) {
    const moved = saved.filter((row) => row.table_name === name && row.data === null);
    const key = otherKey(keys);
    for (const some of chunksOf(moved)) {
      const isMoved =
        key === undefined
          ? sql`1 = 1`
          : isOneOf(
              trx,
              key,
              some.map((row) => row.row_key),
            );
      await sql`
        update ${sql.table(name)} set uid = ${mergedUid}
        where uid = ${keptUid} and ${isMoved}`.execute(trx);
    }
  }
}

/** What a merge stored, in the order in which it is restored. */
function selectRows(db: Kysely<Database>, mergedUid: string) {
  return db
    .selectFrom("merged_rows")
    .select(["table_name", "row_key", "data"])
    .where("merged_uid", "=", mergedUid)
    .orderBy("id");
}
