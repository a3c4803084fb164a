import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { contactForm } from "../../src/features/messages/contract/forms/contact.ts";
import { submissionPath } from "../../src/platform/contract/form-engine/submission.ts";
import type { DatabaseClient } from "../../src/platform/server/db/client.ts";
import {
  CommitOutcomeUnknownError,
  DatabaseUnavailableError,
} from "../../src/platform/server/db/errors.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { type CreateDatabase, describeEachDialect } from "../support/dialects.ts";
import { validValues } from "../support/form-values.ts";
import { untilBlocked } from "../support/lock-waits.ts";
import { makeSubmission } from "../support/rows.ts";
import { endProcess, startServerProcess } from "../support/server-process.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

const connections = 10;
/** Concurrent requests, fewer than connections: a job may need one, too. */
const requests = 8;
/** Timeout of a statement in milliseconds, plus one interval of the watchdog. */
const responseTimeoutMs = 11_000;

interface Proxied {
  /** Reaches the database through the proxy. */
  readonly client: DatabaseClient;
  readonly direct: DatabaseClient;
  readonly proxy: TcpProxy;
}

async function openThroughProxy(createDatabase: CreateDatabase): Promise<Proxied> {
  const options = await createDatabase("with tables");
  const direct = await openDatabase(options);
  onTestFinished(() => direct.close());
  const proxy = await startTcpProxy(options.databaseUrl ?? "");
  // Fakes the watchdog's timer only; connection timeouts are real.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const client = await openDatabase({ ...options, databaseUrl: proxy.url });
  onTestFinished(async () => {
    await client.close();
    vi.useRealTimers();
  });
  return { client, direct, proxy };
}

function insert(client: DatabaseClient, row = makeSubmission()) {
  return client.write((trx) => trx.insertInto("submissions").values(row).execute());
}

function insertOne(client: DatabaseClient, row = makeSubmission()) {
  return client.writeOne((db) => db.insertInto("submissions").values(row).execute());
}

function read({ db }: DatabaseClient) {
  return db.selectFrom("submissions").select("id").execute();
}

/** All kinds of database use, often enough to use every connection. */
function useAll(client: DatabaseClient) {
  const uses = Array.from({ length: 4 }, () => [insert(client), insertOne(client), read(client)]);
  return Promise.allSettled(uses.flat());
}

function reasonsOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
}

/** Sends the form many times at once. @returns the distinct statuses */
async function sendMany(origin: string): Promise<number[]> {
  const send = async () => {
    const response = await fetch(origin + submissionPath(contactForm.collection), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(validValues(contactForm)),
    });
    return response.status;
  };
  return [...new Set(await Promise.all(Array.from({ length: requests }, send)))];
}

describeEachDialect("silent connections", (_open, createDatabase, engine) => {
  const testPostgres = test.runIf(engine === "postgres");

  testPostgres("are all closed and replaced", async () => {
    const { client, proxy } = await openThroughProxy(createDatabase);
    expect(reasonsOf(await useAll(client))).toEqual([]);
    expect(proxy.open).toBe(connections);
    proxy.setMode("drop");
    proxy.setMode("pass");

    const lost = useAll(client);
    await vi.advanceTimersByTimeAsync(responseTimeoutMs);
    const reasons = reasonsOf(await lost);
    // Statements that waited for a free connection got a new one.
    expect(reasons).toHaveLength(connections);
    expect(reasons.every((reason) => reason instanceof DatabaseUnavailableError)).toBe(true);
    expect(reasonsOf(await useAll(client))).toEqual([]);
  });

  testPostgres("that were idle are closed once one is found silent", async () => {
    const { client, proxy } = await openThroughProxy(createDatabase);
    await useAll(client);
    proxy.setMode("drop");
    proxy.setMode("pass");
    const lost = read(client);
    lost.catch(() => {});
    await vi.advanceTimersByTimeAsync(responseTimeoutMs);
    await expect(lost).rejects.toThrow(DatabaseUnavailableError);
    await expect.poll(() => proxy.open).toBeLessThan(connections / 2);
    expect(reasonsOf(await useAll(client))).toEqual([]);
  });

  testPostgres("responsive connections stay open, however long they were idle", async () => {
    const { client, direct } = await openThroughProxy(createDatabase);
    const pids = async () => {
      const found = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() order by pid`.execute(direct.db);
      return found.rows;
    };
    await useAll(client);
    const before = await pids();
    await vi.advanceTimersByTimeAsync(10 * responseTimeoutMs);
    expect(reasonsOf(await useAll(client))).toEqual([]);
    expect(await pids()).toEqual(before);
  });

  testPostgres(
    "a database that accepts no connections causes an error after the timeout",
    async () => {
      const { client, proxy } = await openThroughProxy(createDatabase);
      await useAll(client);
      proxy.setMode("drop");
      const lost = useAll(client);
      await vi.advanceTimersByTimeAsync(responseTimeoutMs);
      await lost;
      const again = reasonsOf(await useAll(client));
      expect(again).toHaveLength(12);
      expect(again.every((reason) => reason instanceof DatabaseUnavailableError)).toBe(true);
      proxy.setMode("pass");
      expect(reasonsOf(await useAll(client))).toEqual([]);
    },
  );

  testPostgres("a COMMIT without a response has an unknown outcome and runs once", async () => {
    const { client, direct, proxy } = await openThroughProxy(createDatabase);
    proxy.dropResponsesTo("commit");
    let runs = 0;
    const row = makeSubmission();
    const lost = client.write((trx) => {
      runs += 1;
      return trx.insertInto("submissions").values(row).execute();
    });
    lost.catch(() => {});
    await expect.poll(() => read(direct)).toEqual([{ id: row.id }]);
    await vi.advanceTimersByTimeAsync(responseTimeoutMs);
    await expect(lost).rejects.toThrow(CommitOutcomeUnknownError);
    expect(runs).toBe(1);
    expect(await read(direct)).toEqual([{ id: row.id }]);
    await insertOne(client);
  });

  testPostgres("a single statement without a response has an unknown outcome", async () => {
    const { client, direct, proxy } = await openThroughProxy(createDatabase);
    proxy.dropResponsesTo("insert into");
    const row = makeSubmission();
    const lost = insertOne(client, row);
    lost.catch(() => {});
    await expect.poll(() => read(direct)).toEqual([{ id: row.id }]);
    await vi.advanceTimersByTimeAsync(responseTimeoutMs);
    await expect(lost).rejects.toThrow(CommitOutcomeUnknownError);
  });

  testPostgres(
    "a statement without a response before the COMMIT stores nothing and is reported as unavailable",
    async () => {
      const { client, direct, proxy } = await openThroughProxy(createDatabase);
      proxy.dropResponsesTo("insert into");
      const lost = insert(client);
      lost.catch(() => {});
      await vi.advanceTimersByTimeAsync(responseTimeoutMs);
      const reason = await lost.catch((error: unknown) => error);
      expect(reason).toBeInstanceOf(DatabaseUnavailableError);
      expect(reason).not.toBeInstanceOf(CommitOutcomeUnknownError);
      expect(await read(direct)).toEqual([]);
    },
  );

  testPostgres("a failing BEGIN rejects the transaction and stores nothing", async () => {
    const { client, direct, proxy } = await openThroughProxy(createDatabase);
    proxy.replace("begin", "bogus");
    await expect(insert(client)).rejects.toThrow("syntax error");
    expect(await read(direct)).toEqual([]);
  });

  testPostgres("cost one timeout and a 503; the server recovers without a restart", async () => {
    const options = await createDatabase("with tables");
    const { dataDir, databaseUrl = "" } = options;
    const direct = await openDatabase(options);
    onTestFinished(() => direct.close());
    const proxy = await startTcpProxy(databaseUrl);
    const settings = { DATABASE_URL: proxy.url, RATE_LIMITS: "off", LOG_LEVEL: "fatal" };
    const { origin, child } = await startServerProcess(dataDir, settings);
    onTestFinished(async () => {
      await endProcess(child, "SIGKILL");
    });
    // The lock makes each request use a connection of its own, which is idle afterwards. Jobs read on.
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin; lock table submissions in exclusive mode");
    const sent = sendMany(origin);
    await untilBlocked(direct, requests);
    await holder.query("commit");
    await holder.end();
    expect(await sent).toEqual([201]);
    proxy.setMode("drop");
    proxy.setMode("pass");
    const silentAt = performance.now();
    expect(await sendMany(origin)).toEqual([503]);
    expect(await sendMany(origin)).toEqual([201]);
    // 11 s on an idle machine; a timeout for each connection would take 88 s.
    expect(performance.now() - silentAt).toBeLessThan(60_000);
  });

  testPostgres(
    "PostgreSQL cancels statements, lock waits and idle transactions by itself",
    async () => {
      const { client } = await openThroughProxy(createDatabase);
      const { rows } = await sql<Record<string, string>>`select
      current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(client.db);
      expect(rows).toEqual([{ statement: "8s", lock: "8s", idle: "10s" }]);
    },
  );
});
