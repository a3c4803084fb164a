import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Database } from "./schema.ts";

/** Search indexes and what else is derived: not in backups, and rebuilt by the server. */
export const derivedTables =
  /^(?:(?:case|application|customer|request)_words(?:_|$)|(?:customer|request)_index$|stale_customers$)/;

/** Derived tables whose rows no trigger deletes with their records. */
export const derivedRows = ["customer_index", "request_index", "stale_customers"] as const;

interface StoredTable {
  readonly name: keyof Database;
  /** Columns of the primary key, all of them text. */
  readonly keys: readonly string[];
}

interface Key {
  readonly table: string;
  readonly column: string;
}

const primaryKeys = {
  sqlite: sql<Key>`select t.name as "table", c.name as "column"
    from sqlite_schema t, pragma_table_info(t.name) c
    where t.type = 'table' and c.pk > 0 and t.name not like 'kysely%'
    order by t.name, c.pk`,
  postgres: sql<Key>`select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c cross join lateral unnest(c.conkey) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
    where c.contype = 'p' and c.connamespace = current_schema()::regnamespace
      and c.conrelid::regclass::text not like 'kysely%'
    order by 1, k.place`,
};

interface Reference {
  readonly from: string;
  readonly to: string;
}

const references = {
  sqlite: sql<Reference>`select t.name as "from", k."table" as "to"
    from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'`,
  postgres: sql<Reference>`select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
};

/** Every table with data, as the database itself knows it; those that others refer to come first. */
export async function listTables(db: Kysely<Database>): Promise<StoredTable[]> {
  const engine = db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
  const { rows: found } = await primaryKeys[engine].execute(db);
  const { rows: links } = await references[engine].execute(db);
  const keys = new Map<string, string[]>();
  for (const { table, column } of found) {
    if (!derivedTables.test(table)) keys.set(table, [...(keys.get(table) ?? []), column]);
  }
  const sorted = new Set<string>();
  const add = (name: string) => {
    if (sorted.has(name)) return;
    for (const { from, to } of links) if (from === name && to !== name) add(to);
    sorted.add(name);
  };
  for (const name of keys.keys()) add(name);
  return [...sorted].map((name) => ({ name: name as keyof Database, keys: keys.get(name) ?? [] }));
}
