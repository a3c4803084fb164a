import { access } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { listNamedFiles } from "../../files/named-files.ts";
import { latestMigration } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import type { Database } from "../schema.ts";
import { type BackupCounts, tables } from "./backup-format.ts";
import { readBackup } from "./backup-reader.ts";
import { restoreFrom } from "./restore.ts";

/** Contents of a backup, found by restoring it. */
export interface RestoredBackup extends BackupCounts {
  /** ISO 8601. */
  readonly createdAt: string;
  /** The latest migration of the saved database. */
  readonly migration: string;
  /** Number of rows by table name; empty tables are left out. */
  readonly tables: readonly (readonly [name: string, rows: number])[];
  /** Files that rows refer to but the backup lacks, by path in `DATA_DIR`. */
  readonly missingFiles: readonly string[];
}

/**
 * Restores a backup of either engine into a new SQLite database and checks it.
 * @param dataDir an empty or missing folder, which receives all data of the backup
 * @throws Error with the reason if the backup cannot be restored completely
 */
export async function tryRestore(file: string, dataDir: string): Promise<RestoredBackup> {
  const counts = await restoreFrom(file, { dataDir });
  const { createdAt, migration } = await readStart(file);
  const client = await openDatabase({ dataDir });
  try {
    if ((await client.integrity.check()) === "damaged") {
      throw new Error(`${file} restores to a damaged database`);
    }
    const rows = await countRows(client.db);
    const restored = rows.reduce((sum, [, count]) => sum + count, 0);
    // Migrations of an older backup add and remove rows.
    if (migration === latestMigration && restored !== counts.rows) {
      throw new Error(`${file} has ${counts.rows} rows, but only ${restored} were restored`);
    }
    const missingFiles = [];
    for await (const name of listNamedFiles(client.db)) {
      const named = `files/${name}`;
      const isThere = await access(path.join(dataDir, named)).then(
        () => true,
        () => false,
      );
      if (!isThere) missingFiles.push(named);
    }
    return { ...counts, createdAt, migration, tables: rows, missingFiles };
  } finally {
    await client.close();
  }
}

async function readStart(file: string) {
  for await (const line of readBackup(file)) if ("version" in line) return line;
  throw new Error(`${file} is empty`);
}

async function countRows(db: Kysely<Database>) {
  const counts: (readonly [name: string, rows: number])[] = [];
  for (const table of tables) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    const count = Number(rows[0]?.count);
    if (count > 0) counts.push([table, count]);
  }
  return counts;
}
