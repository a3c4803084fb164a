import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { backupTo } from "./backup/backup.ts";
import { derivedTables, tables } from "./backup/backup-format.ts";
import { restoreFrom } from "./backup/restore.ts";
import type { DatabaseClient } from "./client.ts";
import { openDatabase } from "./connect/open-database.ts";

interface Column {
  readonly name: string;
  readonly isText: boolean;
}

interface Reference {
  readonly from: string;
  readonly column: string;
  readonly to: string;
  /** The referenced column. */
  readonly key: string;
}

/** The tables in the migrated database itself, independent of the code. */
async function readTables({ db }: DatabaseClient): Promise<Map<string, readonly Column[]>> {
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

async function readReferences({ db, engine }: DatabaseClient): Promise<Reference[]> {
  const { rows } = await foreignKeys[engine].execute(db);
  return rows.filter(({ from }) => !derivedTables.test(from));
}

/** Sorts tables so that references point backwards. */
function sortByReferences(names: readonly string[], references: readonly Reference[]): string[] {
  const sorted: string[] = [];
  const add = (name: string) => {
    if (sorted.includes(name)) return;
    for (const { from, to } of references) if (from === name && to !== name) add(to);
    sorted.push(name);
  };
  for (const name of names) add(name);
  return sorted;
}

/** The text in a column: that of the stored row which it refers to, if it does. */
function textOf(table: string, column: string, references: readonly Reference[]): string {
  const known = references.find((one) => one.from === table && one.column === column);
  return known ? textOf(known.to, known.key, references) : `${table} ${column} é`;
}

/**
 * One row of every table without null or empty columns; references contain the key of a stored row.
 */
async function fillEveryTable(client: DatabaseClient): Promise<void> {
  const columns = await readTables(client);
  const references = await readReferences(client);
  for (const table of sortByReferences([...columns.keys()], references)) {
    const row = Object.fromEntries(
      (columns.get(table) ?? []).map(({ name, isText }, index) => {
        const text = textOf(table, name, references);
        return [name, isText ? text : 1_795_000_000_000 + index];
      }),
    );
    const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    const values = sql.join(Object.values(row));
    const insert = sql`insert into ${sql.table(table)} (${names}) values (${values})`;
    await client.write((trx) => insert.execute(trx));
  }
}

async function readEverything(client: DatabaseClient) {
  const names = [...(await readTables(client)).keys()].sort();
  const contents: Record<string, unknown> = {};
  for (const name of names) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(client.db);
    contents[name] = rows;
  }
  return contents;
}

describeEachDialect("a backup", (open, createDatabase) => {
  test("includes every table of the database, in an order that foreign keys allow", async () => {
    const client = await open();
    const names = [...(await readTables(client)).keys()];
    expect(tables.toSorted()).toEqual(names.toSorted());
    for (const { from, to } of await readReferences(client)) {
      expect(tables.indexOf(to as never), `${to} before ${from}`).toBeLessThan(
        tables.indexOf(from as never),
      );
    }
  });

  test("restores one row of every table, column for column", async () => {
    const client = await open();
    await fillEveryTable(client);
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-tables-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "site.backup");
    expect(await backupTo(client, folder, file)).toEqual({ rows: tables.length, files: 0 });

    const target = await createDatabase();
    await restoreFrom(file, target);
    const copy = await openDatabase(target);
    onTestFinished(() => copy.close());
    const restored = await readEverything(copy);
    expect(restored).toEqual(await readEverything(client));
    for (const rows of Object.values(restored)) expect(rows).toHaveLength(1);
  });
});
