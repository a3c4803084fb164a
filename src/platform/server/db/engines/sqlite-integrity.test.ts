import { open } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makeSubmission } from "../../../../../tests/support/rows.ts";
import { endProcess, startServerProcess } from "../../../../../tests/support/server-process.ts";
import { type DatabaseClient, type DatabaseOptions, sqliteFile } from "../client.ts";
import { openDatabase } from "../open-database.ts";

const rows = 500;

async function fill(options: DatabaseOptions): Promise<void> {
  const client = await openDatabase(options);
  await client.write(async (trx) => {
    const values = Array.from({ length: rows }, () => makeSubmission());
    for (const row of values) await trx.insertInto("submissions").values(row).execute();
  });
  await client.close();
}

/** Overwrites a page of an index: queries that do not need the index still work. */
async function damage({ dataDir }: DatabaseOptions): Promise<void> {
  const file = path.join(dataDir, sqliteFile);
  const database = new DatabaseSync(file);
  const index = database
    .prepare("select rootpage from sqlite_schema where type = 'index' and tbl_name = 'submissions'")
    .get();
  const page = database.prepare("pragma page_size").get();
  database.close();
  const pageBytes = Number(page?.page_size);
  const handle = await open(file, "r+");
  const junk = Buffer.alloc(pageBytes, 0x5a);
  await handle.write(junk, 0, pageBytes, (Number(index?.rootpage) - 1) * pageBytes);
  await handle.close();
}

async function openAt(options: DatabaseOptions): Promise<DatabaseClient> {
  const client = await openDatabase(options);
  onTestFinished(() => client.close());
  return client;
}

describeEachDialect("integrity", (openNew, createDatabase, engine) => {
  test.runIf(engine === "postgres")("PostgreSQL is not checked", async () => {
    const { integrity } = await openNew();
    expect(await integrity.check()).toBe("unchecked");
  });

  test.runIf(engine === "sqlite")("an undamaged file is ok", async () => {
    const options = await createDatabase("with tables");
    await fill(options);
    const { integrity } = await openAt(options);
    expect(integrity.state).toBe("unchecked");
    expect(await integrity.check()).toBe("ok");
    expect(integrity.state).toBe("ok");
  });

  test.runIf(engine === "sqlite")("older versions of SQLite can parse the schema", async () => {
    const { db } = await openNew();
    const { rows } = await sql<{ text: string }>`
      select sql as text from sqlite_schema where sql is not null`.execute(db);
    for (const { text } of rows) {
      let [depth, deepest] = [0, 0];
      for (const [mark] of text.matchAll(/[()]/g)) {
        depth += mark === "(" ? 1 : -1;
        deepest = Math.max(deepest, depth);
      }
      // SQLite 3.40 fails from about 20 nested functions.
      expect(deepest, text).toBeLessThan(10);
    }
  });

  test.runIf(engine === "sqlite")("a damaged page is detected, while reads continue", async () => {
    const options = await createDatabase("with tables");
    await fill(options);
    await damage(options);
    const { db, integrity } = await openAt(options);
    const checked = integrity.check();
    expect(await db.selectFrom("submissions").select("data").execute()).toHaveLength(rows);
    expect(await checked).toBe("damaged");
    expect(integrity.state).toBe("damaged");
  });

  test.runIf(engine === "sqlite")("closing stops a running check", async () => {
    const options = await createDatabase("with tables");
    await fill(options);
    const client = await openDatabase(options);
    const checked = client.integrity.check();
    await client.close();
    expect(await checked).toBe("unchecked");
  });

  test.runIf(engine === "sqlite")(
    "the server logs damage as an error at startup and is not ready",
    async () => {
      const options = await createDatabase("with tables");
      await fill(options);
      await damage(options);
      const { child, origin, output } = await startServerProcess(options.dataDir);
      onTestFinished(async () => {
        await endProcess(child, "SIGKILL");
      });
      await expect.poll(output).toContain("database file is damaged");
      expect(output()).toContain('"level":50');
      const isReady = async () => {
        const response = await fetch(`${origin}/readyz`);
        return [response.status, await response.json()];
      };
      const checks = { read: "ok", write: "ok", integrity: "damaged" };
      await expect.poll(isReady).toEqual([503, expect.objectContaining({ ok: false, checks })]);
    },
  );
});
