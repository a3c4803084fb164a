import { sql } from "kysely";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import { derivedTables } from "../../src/platform/server/db/list-tables.ts";

export interface Column {
  readonly name: string;
  readonly isText: boolean;
}

export interface Reference {
  readonly from: string;
  readonly column: string;
  readonly to: string;
  readonly key: string;
}

/** The tables in the migrated database itself, independent of the code. */
export async function readTables({
  db,
}: Pick<DatabaseClient, "db">): Promise<Map<string, readonly Column[]>> {
  const found = await db.introspection.getTables();
  return new Map(
    found
      .filter(({ name }) => !derivedTables.test(name))
      .map(({ name, columns }) => [
        name,
        columns.map((column) => ({
          name: column.name,
          isText: /text|char/i.test(column.dataType),
        })),
      ]),
  );
}

const foreignKeys = {
  sqlite: sql<Reference>`select t.name as "from", k."from" as "column", k."table" as "to", k."to" as "key"
    from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'`,
  postgres: sql<Reference>`select c.conrelid::regclass::text as "from", a.attname as "column",
      c.confrelid::regclass::text as "to", k.attname as "key"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f'`,
};

/** The foreign keys of the database itself. */
export async function readReferences({
  db,
  engine,
}: Pick<DatabaseClient, "db" | "engine">): Promise<Reference[]> {
  const { rows } = await foreignKeys[engine].execute(db);
  return rows.filter(({ from }) => !derivedTables.test(from));
}

/** Sorts tables so that references point backwards. */
export function sortByReferences(
  names: readonly string[],
  references: readonly Reference[],
): string[] {
  const sorted: string[] = [];
  const add = (name: string) => {
    if (sorted.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) add(to);
    sorted.push(name);
  };
  for (const name of names) add(name);
  return sorted;
}
