import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";

import { expect, onTestFinished, test } from "vitest";
import { describeEachDialect } from "../../../../tests/support/dialects.ts";
import { writeInProcess } from "../../../../tests/support/other-process.ts";
import { makeSubmission } from "../../../../tests/support/rows.ts";

import { type DatabaseClient, sqliteFile } from "./client.ts";
import { openDatabase } from "./open-database.ts";
import { prepare } from "./prepare.ts";
import type { Database } from "./schema.ts";
import { requireSecret } from "./secrets.ts";
import { isUniqueViolation } from "./unique-violation.ts";
import { alwaysAcceptedWrites } from "./write-limit.ts";

const counter = "counter";

async function setCounter(client: DatabaseClient, value: number): Promise<void> {
  const row = { name: counter, value: String(value) };
  await client.write((trx) => trx.insertInto("app_secrets").values(row).execute());
}

async function readCounter({ db }: DatabaseClient): Promise<number> {
  const query = db.selectFrom("app_secrets").select("value").where("name", "=", counter);
  return Number((await query.executeTakeFirstOrThrow()).value);
}

/** Reads, waits, writes: loses updates if transactions are not isolated. */
function addOne(client: DatabaseClient, fail: boolean): Promise<void> {
  return client.write(async (trx) => {
    const row = await trx
      .selectFrom("app_secrets")
      .select("value")
      .where("name", "=", counter)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("app_secrets")
      .set({ value: String(Number(row.value) + 1) })
      .where("name", "=", counter)
      .execute();
    if (fail) throw new Error("changed its mind");
  });
}

async function countRows({ db }: DatabaseClient): Promise<number> {
  const rows = await db.selectFrom("submissions").select("id").execute();
  return rows.length;
}

function insert(client: DatabaseClient, row = makeSubmission()) {
  return client.write((trx) => trx.insertInto("submissions").values(row).execute());
}

describeEachDialect("database", (open, createDatabase, engine) => {
  test.runIf(engine === "sqlite")("only the owner can read the files", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const options = await createDatabase();
    const client = await openDatabase(options);
    onTestFinished(() => client.close());
    await insert(client);
    for (const ending of ["", "-wal", "-shm"]) {
      const { mode } = await stat(path.join(options.dataDir, sqliteFile + ending));
      expect([ending, mode & 0o777]).toEqual([ending, 0o600]);
    }
  });

  test("returns what was written, numbers as numbers", async () => {
    const client = await open();
    const row = makeSubmission({ created_at: 1_795_000_000_123 });
    await insert(client, row);
    expect(await client.db.selectFrom("submissions").selectAll().execute()).toEqual([
      { phone_key: null, document_id: null, imported: null, ...row },
    ]);
    await client.ping();
  });

  test("a prepared query runs with new values each time", async () => {
    const client = await open();
    const find = prepare(["email", "since"], (db, values: { email: string; since: number }) =>
      db
        .selectFrom("submissions")
        .select("reference")
        .where("email", "=", values.email)
        .where("created_at", ">=", values.since)
        .where("spam_reason", "is", null),
    );
    await insert(client, makeSubmission({ email: "a@x.org", reference: "old", created_at: 1 }));
    await insert(client, makeSubmission({ email: "a@x.org", reference: "new", created_at: 2 }));
    await insert(client, makeSubmission({ email: "b@x.org", reference: "other", created_at: 2 }));
    const found = await find(client.db, { email: "a@x.org", since: 2 });
    expect(found.rows).toEqual([{ reference: "new" }]);
    const inTransaction = await client.write((trx) => find(trx, { email: "b@x.org", since: 1 }));
    expect(inTransaction.rows).toEqual([{ reference: "other" }]);
    await expect(client.write(() => find(client.db, { email: "", since: 0 }))).rejects.toThrow(
      "use its own transaction",
    );
  });

  test("a single-statement transaction is durable or rejected, like any other", async () => {
    const client = await open();
    const row = makeSubmission();
    const insertOne = () =>
      client.writeOne((db) => db.insertInto("submissions").values(row).execute());
    const results = await Promise.allSettled([insertOne(), insertOne(), insert(client)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
    ]);
    const nested = client.writeOne(() => insert(client));
    await expect(nested).rejects.toThrow("use its own transaction");
    const outer = client.writeOne(() => countRows(client));
    await expect(outer).rejects.toThrow("use its own transaction");
    expect(await countRows(client)).toBe(2);
  });

  test("isolates concurrent read-and-write transactions and rolls back only the failing ones", async () => {
    const client = await open();
    await setCounter(client, 0);
    const jobs = Array.from({ length: 120 }, (_, index) => addOne(client, index % 3 === 0));
    const results = await Promise.allSettled(jobs);
    expect(results.filter((result) => result.status === "rejected")).toHaveLength(40);
    expect(await readCounter(client)).toBe(80);
  });

  test("distinguishes a duplicate from other errors, and the rest of its batch is stored", async () => {
    const client = await open();
    const row = makeSubmission();
    const copy = makeSubmission({ idempotency_key: row.idempotency_key ?? null });
    const namesake = makeSubmission({ id: row.id });
    const all = [row, copy, makeSubmission(), namesake, makeSubmission()];
    const results = await Promise.allSettled(all.map((each) => insert(client, each)));
    // On PostgreSQL the order of row, copy and namesake is undefined.
    const failed = results.filter((result) => result.status === "rejected");
    expect(failed.length).toBeGreaterThanOrEqual(1);
    expect(failed.every((result) => isUniqueViolation(result.reason))).toBe(true);
    expect(await countRows(client)).toBe(all.length - failed.length);
    const missing = client.write((trx) => sql`select * from no_such_table`.execute(trx));
    expect(isUniqueViolation(await missing.catch((error) => error))).toBe(false);
  });

  test("rows without a key never collide", async () => {
    const client = await open();
    const keyless = () => makeSubmission({ idempotency_key: null });
    await Promise.all([insert(client, keyless()), insert(client, keyless())]);
    expect(await countRows(client)).toBe(2);
  });

  test("a COMMIT that fails rejects its transactions and stores none of them", async () => {
    const client = await open();
    await client.write(async (trx) => {
      await sql`create table parents (id text primary key)`.execute(trx);
      await sql`create table children (
        parent text references parents (id) deferrable initially deferred
      )`.execute(trx);
    });
    const adopt = client.write((trx) => sql`insert into children values ('nobody')`.execute(trx));
    const results = await Promise.allSettled([insert(client), adopt, insert(client)]);
    expect(results[1]?.status).toBe("rejected");
    const stored = results.filter((result) => result.status === "fulfilled").length;
    expect(stored).toBe(engine === "sqlite" ? 0 : 2);
    expect(await countRows(client)).toBe(stored);
    await insert(client);
    expect(await countRows(client)).toBe(stored + 1);
  });

  test("transactions that lock rows in opposite order both succeed", async () => {
    const client = await open();
    await client.write(async (trx) => {
      const rows = ["a", "b"].map((name) => ({ name, value: "0" }));
      await trx.insertInto("app_secrets").values(rows).execute();
    });
    const touch = (names: readonly string[]) =>
      client.write(async (trx) => {
        for (const name of names) {
          await trx
            .updateTable("app_secrets")
            .set((row) => ({ value: sql`${row.ref("value")} || 'x'` }))
            .where("name", "=", name)
            .execute();
        }
      });
    const pairs = Array.from({ length: 3 }, () => [touch(["a", "b"]), touch(["b", "a"])]);
    await Promise.all(pairs.flat());
    const rows = await client.db.selectFrom("app_secrets").select("value").execute();
    expect(rows.map((row) => row.value.length)).toEqual([7, 7]);
  });

  test("rejects the outer database and a nested write inside a transaction", async () => {
    const client = await open();
    const reads = client.write(() => client.db.selectFrom("submissions").selectAll().execute());
    await expect(reads).rejects.toThrow("use its own transaction");
    const nested = client.write(() => insert(client));
    await expect(nested).rejects.toThrow("use its own transaction");
    expect(await countRows(client)).toBe(0);
  });

  test("a transaction cannot be used after its callback", async () => {
    const client = await open();
    const late = await client.write(async (trx) => () => {
      return trx.insertInto("submissions").values(makeSubmission()).execute();
    });
    await expect(late()).rejects.toThrow();
    expect(await countRows(client)).toBe(0);
  });

  test("close finishes every accepted write and rejects new ones", async () => {
    const options = await createDatabase();
    const first = await openDatabase(options);
    const writes = Array.from({ length: alwaysAcceptedWrites }, () => insert(first));
    const closed = first.close();
    await expect(insert(first)).rejects.toThrow("closing");
    await closed;
    await Promise.all(writes);
    const second = await openDatabase(options);
    expect(await countRows(second)).toBe(alwaysAcceptedWrites);
    await second.close();
  });

  test.runIf(engine === "sqlite")("a commit is synced to disk", async () => {
    const client = await open();
    const readSettings = async (trx: Kysely<Database>) => {
      const sync = await sql<{ synchronous: number }>`pragma synchronous`.execute(trx);
      const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(trx);
      return { ...sync.rows[0], ...journal.rows[0] };
    };
    // 2 is FULL.
    const expected = { synchronous: 2, journal_mode: "wal" };
    expect(await client.write(readSettings)).toEqual(expected);
    expect(await client.writeOne(readSettings)).toEqual(expected);
  });

  test.runIf(engine === "sqlite")("closing leaves one file, even if nothing was read", async () => {
    const options = await createDatabase();
    const client = await openDatabase(options);
    await insert(client);
    await client.close();
    expect(await readdir(options.dataDir)).toEqual([sqliteFile]);
  });

  test.runIf(engine === "postgres")(
    "a prepared query is parsed once per connection, unless it is planned for each run",
    async () => {
      const client = await open();
      const find = prepare(["id"], (db, values: { id: string }) =>
        db.selectFrom("submissions").select("email").where("id", "=", values.id),
      );
      const findPlanned = prepare(
        ["id"],
        (db, values: { id: string }) =>
          db.selectFrom("submissions").select("id").where("id", "=", values.id),
        { isPlannedEachRun: true },
      );
      const kept = await client.write(async (trx) => {
        await find(trx, { id: "1" });
        await find(trx, { id: "2" });
        await findPlanned(trx, { id: "1" });
        return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
          trx,
        );
      });
      expect(kept.rows).toEqual([{ statement: expect.stringContaining('"email"') }]);
    },
  );

  test.runIf(engine === "postgres")(
    "a lost connection rejects only its own transaction",
    async () => {
      const client = await open();
      const lost = client.write(async (trx) => {
        await trx.insertInto("submissions").values(makeSubmission()).execute();
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
      });
      await expect(lost).rejects.toThrow();
      await Promise.all(Array.from({ length: 20 }, () => insert(client)));
      expect(await countRows(client)).toBe(20);
    },
  );

  test.runIf(engine === "postgres")("lost connections are replaced", async () => {
    const client = await open();
    const insertSome = () =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          client.writeOne((db) => db.insertInto("submissions").values(makeSubmission()).execute()),
        ),
      ).then(
        () => true,
        () => false,
      );
    expect(await insertSome()).toBe(true);
    await client.write((trx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(trx),
    );
    await expect.poll(insertSome).toBe(true);
    await client.close();
  });

  test("several processes can create and share one database concurrently", async () => {
    const options = await createDatabase();
    const nodes = Array.from({ length: 3 }, () => writeInProcess(options, 100));
    const secrets = await Promise.all(nodes);
    const client = await openDatabase(options);
    expect(await countRows(client)).toBe(300);
    const secret = await requireSecret(client, "links");
    expect(secret).toHaveLength(32);
    expect(new Set(secrets)).toEqual(new Set([secret.toString("hex")]));
    await client.close();
  });
});
