import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { type CreateDatabase, describeEachDialect } from "../../../../tests/support/dialects.ts";
import { makeSubmission } from "../../../../tests/support/rows.ts";
import { findOutage } from "../http/errors/outages.ts";
import { type DatabaseClient, sqliteFile } from "./client.ts";
import { openDatabase } from "./open-database.ts";

async function openLocked(createDatabase: CreateDatabase) {
  const options = await createDatabase("with tables");
  const client = await openDatabase(options);
  const other = new DatabaseSync(path.join(options.dataDir, sqliteFile));
  onTestFinished(async () => {
    other.close();
    await client.close();
  });
  other.exec("begin immediate");
  return { client, other };
}

function insert(client: DatabaseClient) {
  return client.write((trx) => trx.insertInto("submissions").values(makeSubmission()).execute());
}

function countRows({ db }: DatabaseClient) {
  return db.selectFrom("submissions").select("id").execute();
}

describeEachDialect("a lock held by another process", (_open, createDatabase, engine) => {
  const testSqlite = test.runIf(engine === "sqlite");

  testSqlite("delays writes, and nothing else", async () => {
    const { client, other } = await openLocked(createDatabase);
    const done: string[] = [];
    const writes = Promise.all([insert(client), insert(client)]).then(() => done.push("write"));
    // If SQLite itself waited, it would block the process: no timer would run, nor the release.
    for (let tick = 0; tick < 10; tick += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await countRows(client)).toEqual([]);
      done.push("read");
    }
    other.exec("commit");
    await writes;
    expect(done).toEqual([...Array(10).fill("read"), "write"]);
    expect(await countRows(client)).toHaveLength(2);
  });

  testSqlite("for longer than 5 s fails the writes as an outage", async () => {
    const { client, other } = await openLocked(createDatabase);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const failed = insert(client).catch((error: unknown) => error);
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(1000);
        const error = await Promise.race([failed, Promise.resolve("waits")]);
        expect(findOutage(error)).toBe("unavailable");
      },
      { timeout: 20_000 },
    );
    other.exec("commit");
    await insert(client);
    expect(await countRows(client)).toHaveLength(1);
  });
});
