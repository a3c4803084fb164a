import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { backupTo } from "../../../../tests/support/backup.ts";
import {
  type Reference,
  readReferences,
  readTables,
  sortByReferences,
} from "../../../../tests/support/database-shape.ts";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { restoreFrom } from "./backup/restore.ts";
import type { DatabaseClient } from "./client.ts";
import { listTables } from "./list-tables.ts";
import { openDatabase } from "./open-database.ts";

/** JSON for a text column, since indexes read JSON; for a foreign key, the referenced value. */
function textOf(table: string, column: string, references: readonly Reference[]): string {
  const known = references.find((one) => one.from === table && one.column === column);
  return known ? textOf(known.to, known.key, references) : JSON.stringify(`${table} ${column} é`);
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
    const tables: string[] = (await listTables(client.db)).map(({ name }) => name);
    expect(tables.toSorted()).toEqual(names.toSorted());
    for (const { from, to } of await readReferences(client)) {
      expect(tables.indexOf(to), `${to} before ${from}`).toBeLessThan(tables.indexOf(from));
    }
  });

  test("restores one row of every table, column for column", async () => {
    const client = await open();
    await fillEveryTable(client);
    const folder = await mkdtemp(path.join(os.tmpdir(), "test-tables-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = path.join(folder, "site.backup");
    const rows = (await readTables(client)).size;
    expect(await backupTo(client, folder, file)).toMatchObject({ rows, files: 0 });

    const target = await createDatabase();
    await restoreFrom(file, target);
    const copy = await openDatabase(target);
    onTestFinished(() => copy.close());
    const restored = await readEverything(copy);
    expect(restored).toEqual(await readEverything(client));
    for (const found of Object.values(restored)) expect(found).toHaveLength(1);
  });
});
