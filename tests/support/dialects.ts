import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { describe, inject, onTestFinished } from "vitest";
import {
  type DatabaseClient,
  type DatabaseOptions,
  type Engine,
  sqliteFile,
} from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { postgresTemplate } from "./template.ts";

/**
 * Creates a separate database, removed after the test, and returns the options to open it.
 * @param filled with all tables, copied from a template that was migrated once; empty by default
 */
export type CreateDatabase = (filled?: "with tables") => Promise<DatabaseOptions>;

/** Opens a fresh, migrated database, closed and removed after the test. */
type Open = () => Promise<DatabaseClient>;

type Suite = (open: Open, createDatabase: CreateDatabase, engine: Engine) => void;

/**
 * Runs a suite on SQLite and on PostgreSQL: right for whatever has SQL of its own, transactions,
 * concurrent changes or failures of the database. Each test gets a separate database from `open`,
 * or the options to open one from `createDatabase`. The tests of a suite that no engine can change
 * are its last ones, after a return on other engines than SQLite.
 */
export function describeEachDialect(name: string, suite: Suite): void {
  describeOnSqlite(`${name} on SQLite`, suite);
  const url = inject("postgresUrl");
  describe.skipIf(url === undefined)(`${name} on PostgreSQL`, () => {
    const createDatabase: CreateDatabase = (filled) => createPostgres(url ?? "", filled);
    suite(openerAt(createDatabase), createDatabase, "postgres");
  });
}

/**
 * Runs a suite on SQLite only: right for what no engine can change, such as pages, headers,
 * validation, permissions and services of others, when tests on both engines cover the SQL behind it.
 */
export function describeOnSqlite(name: string, suite: Suite): void {
  describe(name, () => suite(openerAt(createSqlite), createSqlite, "sqlite"));
}

function openerAt(createDatabase: CreateDatabase): Open {
  return async () => {
    const client = await openDatabase(await createDatabase("with tables"));
    onTestFinished(() => client.close());
    return client;
  };
}

async function createSqlite(filled?: "with tables"): Promise<DatabaseOptions> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "test-data-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  if (filled) await copyFile(inject("sqliteTemplate"), path.join(dataDir, sqliteFile));
  return { dataDir };
}

async function createPostgres(server: string, filled?: "with tables"): Promise<DatabaseOptions> {
  const { dataDir } = await createSqlite();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Copying files is four times faster than the default, which writes the copy to the WAL first.
  const from = filled ? ` template ${postgresTemplate} strategy file_copy` : "";
  await administer(server, `create database ${name}${from}`);
  onTestFinished(() => administer(server, `drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, dataDir };
}

/** One connection of this worker, for all its databases: opening one takes a third of the work. */
let admin: Promise<pg.Client> | undefined;

async function administer(server: string, statement: string): Promise<void> {
  admin ??= openAdmin(server);
  await (await admin).query(statement);
}

async function openAdmin(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  // The server stops at the end of the run.
  client.on("error", () => {
    admin = undefined;
  });
  await client.connect();
  return client;
}
