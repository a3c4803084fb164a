import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { type DatabaseOptions, sqliteFile } from "../../src/platform/server/db/client.ts";
import { openDatabase } from "../../src/platform/server/db/open-database.ts";
import { restoreFolder } from "../../src/platform/server/db/restore-mark.ts";
import { backupTo } from "../support/backup.ts";
import { describeEachDialect } from "../support/dialects.ts";
import { runOps } from "../support/ops.ts";
import { makeSubmission } from "../support/rows.ts";
import { startS3Server } from "../support/s3-server.ts";
import { runUntilExit } from "../support/server-process.ts";

const rows = 2000;
const message = "This data is from an unfinished restore";
const patience = { timeout: 60_000, interval: 20 };
const main = path.resolve("src/app/ops/main.ts");

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "test-restore-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makeBackup(): Promise<string> {
  const folder = await makeFolder();
  const dataDir = path.join(folder, "data");
  const client = await openDatabase({ dataDir });
  const values = Array.from({ length: rows }, () => makeSubmission());
  await client.write((trx) => trx.insertInto("submissions").values(values).execute());
  await mkdir(path.join(dataDir, "files"));
  await writeFile(path.join(dataDir, "files/letter"), "Dear Ada");
  const file = path.join(folder, "site.backup");
  await backupTo(client, dataDir, file);
  await client.close();
  return file;
}

function environmentOf({ dataDir, databaseUrl = "" }: DatabaseOptions) {
  return { PATH: process.env.PATH ?? "", DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
}

/** Whether a restore has inserted rows and has not committed them. */
async function hasInserted({ dataDir, databaseUrl }: DatabaseOptions): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(path.join(dataDir, restoreFolder, sqliteFile));
  return (await countRows(databaseUrl, openTransactions)) > 0;
}

/** Restores in a process that is killed after its inserts, before it commits them. */
async function restoreAndKill(file: string, target: DatabaseOptions): Promise<void> {
  // A restore uploads the files before it commits the rows: it waits here until it is killed.
  const store = await startS3Server();
  store.writesBeforeHang = 0;
  const child = spawn(process.execPath, [main, "restore", file], {
    env: { ...environmentOf(target), ...store.settings },
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  await expect.poll(() => store.hanging, patience).toBe(1);
  expect(await hasInserted(target)).toBe(true);
  child.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
  expect(existsSync(path.join(target.dataDir, restoreFolder))).toBe(true);
}

const tables = "select from information_schema.tables where table_schema = 'public'";
const openTransactions = `select from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction'`;

async function countRows(databaseUrl: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(query);
  await client.end();
  return rowCount ?? 0;
}

describeEachDialect("a killed restore", (_open, createDatabase) => {
  test("leaves data that no command opens; after its removal a restore succeeds", async () => {
    const file = await makeBackup();
    const target = await createDatabase();
    await restoreAndKill(file, target);

    const { code, output } = await runUntilExit(environmentOf(target));
    expect(code).toBe(1);
    expect(output).toContain(message);
    for (const command of [
      ["records", "ContactForm"],
      ["backup", `${file}.2`],
      ["restore", file],
    ]) {
      const run = await runOps(target, ...command);
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain(message);
    }

    const { dataDir, databaseUrl } = target;
    for (const name of await readdir(dataDir)) {
      await rm(path.join(dataDir, name), { recursive: true });
    }
    if (databaseUrl) await expect.poll(() => countRows(databaseUrl, tables), patience).toBe(0);
    expect(await runOps(target, "restore", file)).toMatchObject({ code: 0, stderr: "" });
    const client = await openDatabase(target);
    onTestFinished(() => client.close());
    const count = await sql<{ rows: number }>`select count(*) as rows from submissions`.execute(
      client.db,
    );
    expect(count.rows).toEqual([{ rows }]);
    expect(await readFile(path.join(dataDir, "files/letter"), "utf8")).toBe("Dear Ada");
    expect(await readdir(dataDir)).not.toContain(restoreFolder);
  });
});
