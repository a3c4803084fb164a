import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { makeSubmission } from "../../../../tests/support/rows.ts";
import type { DatabaseClient } from "./client.ts";
import { latestMigration, migrationNames } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

const laterMigration = "2999-01-01-later";
const words =
  "A newer version of the program has migrated this database: restore the backup or run the newer version.";

const pending =
  "The database is older than this version, and only a start of the server or the command migrate changes that. To read it as it is, use the version that runs. To upgrade it, make a backup with that version, then start the server of this version.";

async function describeContents({ db }: DatabaseClient) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const rows = await db.selectFrom("submissions").selectAll().execute();
  return { tables, rows };
}

describeEachDialect("a database of a newer version", (_open, createDatabase) => {
  test("is rejected with a message and not changed", async () => {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    await client.write(async (trx) => {
      await trx.insertInto("submissions").values(makeSubmission()).execute();
      await sql`insert into kysely_migration values (${laterMigration}, '2999-01-01')`.execute(trx);
    });
    const before = await describeContents(client);

    await expect(openDatabase(options)).rejects.toThrow(words);
    const ops = await runOps(options, "records", "ContactForm");
    expect(ops).toEqual({ code: 1, stdout: "", stderr: `${words}\n` });
    expect(await describeContents(client)).toEqual(before);
    await client.close();
  });
});

describeEachDialect("a database of an older version", (_open, createDatabase) => {
  test("is not changed by a command, with or without a dry run, which says what to do first", async () => {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    await client.write((trx) =>
      sql`delete from kysely_migration where name = ${latestMigration}`.execute(trx),
    );
    const before = await describeContents(client);
    const migrations = () =>
      sql<{ name: string }>`select name from kysely_migration`.execute(client.db);
    const names = (await migrations()).rows;

    for (const args of [
      ["sessions", "end", "--all"],
      ["spam", "list"],
    ]) {
      const dry = await runOps(options, ...args, "--dry-run");
      expect(await runOps(options, ...args)).toEqual(dry);
      expect(dry).toEqual({ code: 1, stdout: "", stderr: `${pending}\n` });
    }
    expect(await describeContents(client)).toEqual(before);
    expect((await migrations()).rows).toEqual(names);
    await client.close();
  });
});

describeEachDialect("a database with other migrations", (_open, createDatabase) => {
  test.each([
    ["the former ones, which became one", "2026-12-24-clock-state", undefined],
    ...migrationNames
      .slice(-2, -1)
      .map((name) => ["a missing one before the last", undefined, name]),
  ])("%s is rejected at the start with what to do, and not changed", async (_name, more, less) => {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    await client.write(async (trx) => {
      if (more) {
        await sql`insert into kysely_migration values (${more}, '2026-11-20')`.execute(trx);
        await sql`delete from kysely_migration where name = ${latestMigration}`.execute(trx);
      }
      if (less) await sql`delete from kysely_migration where name = ${less}`.execute(trx);
    });
    const before = await describeContents(client);
    for (const sideBySide of [true, false]) {
      await expect(openDatabase({ ...options, sideBySide })).rejects.toThrow(
        "This version cannot upgrade this database in place",
      );
    }
    expect(await describeContents(client)).toEqual(before);
    await client.close();
  });
});
