import { mkdirSync } from "node:fs";
import path from "node:path";
import { Kysely } from "kysely";
import { isTracing } from "../tracing/spans.ts";
import { traceWrites } from "../tracing/trace-writes.ts";
import { type DatabaseClient, type DatabaseOptions, sqliteFile } from "./client.ts";
import { GroupCommit } from "./engines/group-commit.ts";
import { NodeSqliteDialect, openSqlite, truncateLog } from "./engines/node-sqlite.ts";
import { SqliteIntegrity } from "./engines/sqlite-integrity.ts";
import { migrate, migrateIfPending, ping } from "./migrate.ts";
import { rejectHalfRestored } from "./restore-mark.ts";
import type { Database } from "./schema.ts";
import { OutsideTransactionsOnly } from "./transaction-guard.ts";

/**
 * Opens the database and migrates its schema.
 * @throws Error if a restore into it is unfinished, and the errors of `migrateIfPending`
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseClient> {
  const { databaseUrl, dataDir } = options;
  rejectHalfRestored(dataDir);
  const client = await openClient(databaseUrl, options);
  return isTracing() ? traceWrites(client) : client;
}

async function openClient(url: string | undefined, options: DatabaseOptions) {
  if (url === undefined) return openSqliteClient(options);
  const { openPostgres } = await import("./engines/postgres.ts");
  return openPostgres(url, options);
}

async function openSqliteClient({ dataDir, ...choices }: DatabaseOptions): Promise<DatabaseClient> {
  // Only the server's user may read it: it contains personal data.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, sqliteFile);
  const dialect = new NodeSqliteDialect(openSqlite(file));
  const writer = new Kysely<Database>({ dialect });
  try {
    await migrateIfPending(writer, "sqlite", { ...choices, run: () => migrate(writer) });
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reading = openSqlite(file);
  reading.exec("pragma query_only = on");
  const db = new Kysely<Database>({
    dialect: new NodeSqliteDialect(reading),
    plugins: [new OutsideTransactionsOnly()],
  });
  const commits = new GroupCommit(writer, dialect);
  const integrity = new SqliteIntegrity(file);
  return {
    db,
    engine: "sqlite",
    writeLimit: commits.limit,
    write: (job) => commits.write(job),
    writeOne: (job) => commits.write(job),
    integrity,
    ping: () => ping(db),
    emptyLog: async () => truncateLog(file),
    close: async () => {
      integrity.stop();
      await commits.close();
      await db.destroy();
      await writer.destroy();
      // Kysely leaves a connection open if no query ran on it; SQLite checkpoints and removes the
      // WAL when the last connection closes.
      if (reading.isOpen) reading.close();
    },
  };
}
