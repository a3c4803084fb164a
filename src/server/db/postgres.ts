import { setTimeout as wait } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { DatabaseClient } from "./client.ts";
import { assertOutsideJob, OutsideJobsOnly, runInsideJob } from "./job-scope.ts";
import { migrate } from "./migrate.ts";
import type { Database } from "./schema.ts";

const connections = 10;
const connectTimeoutMs = 10_000;
const attempts = 5;
const int8 = 20;
/** serialization_failure, deadlock_detected: the same job may succeed when run again. */
const lostRaces: readonly unknown[] = ["40001", "40P01"];

/** Opens a pool on the PostgreSQL at `url`, all connections made at once, and migrates. */
export async function openPostgres(url: string, until?: string): Promise<DatabaseClient> {
  const pool = createPool(url);
  const base = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await warm(pool);
    await migrate(base, until);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = base.withPlugin(new OutsideJobsOnly());
  const accepted = new Set<Promise<unknown>>();
  let closed = false;
  return {
    db,
    engine: "postgres",
    write: async (job) => {
      assertOutsideJob();
      if (closed) throw new Error("The database is closing.");
      const done = retryLostRaces(() =>
        base.transaction().execute((trx) => runInsideJob(() => job(trx))),
      );
      accepted.add(done);
      try {
        return await done;
      } finally {
        accepted.delete(done);
      }
    },
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      closed = true;
      await Promise.allSettled(accepted);
      await base.destroy();
    },
  };
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Kept for good: a cold connection costs seconds while password hashes fill the threads.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: {
      // Times and counts fit a number; pg's default is text.
      getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  // Without listeners a lost connection, idle or in use, would end the process. The pool
  // makes a new one, and whoever waits for an answer is told by the query.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

async function warm(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  for (const client of clients) client.release();
}

async function retryLostRaces<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
      await wait(Math.random() * 20 * attempt);
    }
  }
}

function isLostRace(error: unknown): boolean {
  return error instanceof Error && "code" in error && lostRaces.includes(error.code);
}
