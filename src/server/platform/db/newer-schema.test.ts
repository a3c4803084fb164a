import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { runOps } from "../../../../tests/support/ops.ts";
import { makeSubmission } from "../../../../tests/support/rows.ts";
import type { DatabaseClient } from "./client.ts";
import { openDatabase } from "./connect/open-database.ts";
import { latestMigration } from "./migrate.ts";

const laterMigration = "2999-01-01-later";
const words =
  "A newer version of the program has migrated this database: restore the backup or run the newer version.";

const pending =
  "The database has pending migrations, which a dry run does not apply. Back it up, start the server once, then try again.";

/** The schema and the rows. */
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
  test("is not changed by a dry run, which says what to do first", async () => {
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
      expect(dry).toEqual({ code: 1, stdout: "", stderr: `${pending}\n` });
    }
    expect(await describeContents(client)).toEqual(before);
    expect((await migrations()).rows).toEqual(names);
    await client.close();
  });
});
