import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { type CreateDatabase, describeEachDialect } from "../../../../../tests/support/dialects.ts";
import { makeSubmission } from "../../../../../tests/support/rows.ts";
import { startTcpProxy, type TcpProxy } from "../../../../../tests/support/tcp-proxy.ts";
import { seconds } from "../../../contract/durations.ts";
import type { DatabaseClient } from "../client.ts";
import { DatabaseUnavailableError } from "../errors.ts";
import { openDatabase } from "../open-database.ts";

/** More than the number of connections, each of which may fail once. */
const maxFailures = 40;

interface Server {
  readonly proxy: TcpProxy;
  readonly direct: pg.Client;
  /** Whether it accepts writes from connections that are opened from now on. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  /** Ends all connections, as a restart does. */
  disconnect(): Promise<void>;
  countRows(): Promise<number>;
}

interface Pair {
  readonly url: string;
  readonly dataDir: string;
  readonly first: Server;
  readonly second: Server;
}

/** Two databases behind two addresses, indistinguishable to the client. */
async function startPair(createDatabase: CreateDatabase): Promise<Pair> {
  const [options, other] = await Promise.all([
    createDatabase("with tables"),
    createDatabase("with tables"),
  ]);
  const url = new URL(options.databaseUrl ?? "");
  const otherUrl = new URL(other.databaseUrl ?? "");
  const first = await startServer(url.href);
  const second = await startServer(otherUrl.href);
  second.proxy.replace(url.pathname.slice(1), otherUrl.pathname.slice(1));
  const hosts = [first, second].map(({ proxy }) => new URL(proxy.url).host);
  const userinfo = `${url.username}:${url.password}`;
  return {
    url: `postgres://${userinfo}@${hosts}${url.pathname}?target_session_attrs=read-write`,
    dataDir: options.dataDir,
    first,
    second,
  };
}

async function startServer(url: string): Promise<Server> {
  const proxy = await startTcpProxy(url);
  const direct = new pg.Client({ connectionString: url });
  await direct.connect();
  onTestFinished(() => direct.end());
  const name = new URL(url).pathname.slice(1);
  const setReadOnly = async (isReadOnly: boolean) => {
    const value = isReadOnly ? "on" : "off";
    await direct.query(`alter database ${name} set default_transaction_read_only = ${value}`);
  };
  const countRows = async () =>
    Number((await direct.query("select count(*) as n from submissions")).rows[0].n);
  const disconnect = async () => {
    await direct.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  };
  return { proxy, direct, setReadOnly, countRows, disconnect };
}

async function open({ url: databaseUrl, dataDir }: Pair): Promise<DatabaseClient> {
  const client = await openDatabase({ dataDir, databaseUrl });
  onTestFinished(() => client.close());
  return client;
}

/** Retries `write` and `writeOne` until both succeed. @returns the failures before that */
async function writeUntilStored(client: DatabaseClient): Promise<unknown[]> {
  const failures: unknown[] = [];
  const insert = () => [
    client.write((trx) => trx.insertInto("submissions").values(makeSubmission()).execute()),
    client.writeOne((db) => db.insertInto("submissions").values(makeSubmission()).execute()),
  ];
  while (failures.length < maxFailures) {
    const results = await Promise.allSettled(insert());
    const reasons = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    if (reasons.length === 0) return failures;
    failures.push(...reasons);
  }
  throw new AggregateError(failures, "Writes keep failing.");
}

describeEachDialect("several PostgreSQL servers", (_open, createDatabase, engine) => {
  const testPostgres = test.runIf(engine === "postgres");

  testPostgres("the one that accepts writes is used, regardless of order", async () => {
    const pair = await startPair(createDatabase);
    await pair.first.setReadOnly(true);
    const client = await open(pair);
    expect(await writeUntilStored(client)).toEqual([]);
    expect([await pair.first.countRows(), await pair.second.countRows()]).toEqual([0, 2]);
    await expect.poll(() => pair.first.proxy.open).toBe(0);
  });

  testPostgres("after a failover and a failback the new leader is used", async () => {
    const pair = await startPair(createDatabase);
    const { first, second } = pair;
    await second.setReadOnly(true);
    const client = await open(pair);
    await writeUntilStored(client);
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const before = await to.countRows();
      await from.setReadOnly(true);
      await from.disconnect();
      await to.setReadOnly(false);
      const failures = await writeUntilStored(client);
      expect(failures.every((one) => one instanceof DatabaseUnavailableError)).toBe(true);
      expect(await to.countRows()).toBeGreaterThanOrEqual(before + 2);
    }
    await expect.poll(() => second.proxy.open).toBe(0);
  });

  testPostgres("a server that accepts connections but does not respond is skipped", async () => {
    const pair = await startPair(createDatabase);
    pair.first.proxy.setMode("drop");
    // Otherwise a slow computer could reach the timeout of the attempt.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const opening = open(pair);
    await expect.poll(() => pair.first.proxy.open).toBe(1);
    vi.advanceTimersByTime(seconds(1));
    const client = await opening;
    vi.useRealTimers();
    // The attempt to connect to it is still pending.
    expect(pair.first.proxy.open).toBe(1);
    expect(await writeUntilStored(client)).toEqual([]);
    expect(await pair.second.countRows()).toBe(2);
    pair.first.proxy.breakAll();
  });

  testPostgres("if none accepts writes, startup fails and names each", async () => {
    const pair = await startPair(createDatabase);
    await pair.first.setReadOnly(true);
    await pair.second.setReadOnly(true);
    const opening = open(pair);
    await expect(opening).rejects.toThrow(DatabaseUnavailableError);
    await expect(opening).rejects.toThrow(
      /^No usable server: 127\.0\.0\.1:\d+ accepts no writes; 127\.0\.0\.1:\d+ accepts no writes$/,
    );
  });

  testPostgres("a connection whose server has become read-only is not used again", async () => {
    const options = await createDatabase("with tables");
    const client = await openDatabase(options);
    onTestFinished(() => client.close());
    const demote = sql`set session characteristics as transaction read only`;
    // Runs on all ten connections: each waits for the others, so none is used twice.
    let arrived = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const inTransactions = Array.from({ length: 6 }, () =>
      client.write(async (trx) => {
        await demote.execute(trx);
        arrived += 1;
        if (arrived === 6) resolve();
        await promise;
      }),
    );
    const shared = Array.from({ length: 4 }, () => client.writeOne((db) => demote.execute(db)));
    await Promise.all([...inTransactions, ...shared]);
    const failures = await writeUntilStored(client);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.every((one) => one instanceof DatabaseUnavailableError)).toBe(true);
    expect(failures).toContainEqual(expect.objectContaining({ code: "25006" }));
  });
});
