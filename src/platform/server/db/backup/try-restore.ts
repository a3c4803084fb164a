import { access } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import type { NamedFiles } from "../../files/named-files.ts";
import { listTables } from "../list-tables.ts";
import { latestMigration } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import type { Database } from "../schema.ts";
import type { BackupSource } from "./backup-reader.ts";
import { type RestoredContents, restoreFrom } from "./restore.ts";

export interface RestoredBackup extends RestoredContents {
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
export async function tryRestore(
  source: BackupSource,
  dataDir: string,
  named: NamedFiles,
): Promise<RestoredBackup> {
  const counts = await restoreFrom(source, { dataDir });
  const name = typeof source === "string" ? source : "The backup";
  const client = await openDatabase({ dataDir });
  try {
    if ((await client.integrity.check()) === "damaged") {
      throw new Error(`${name} restores to a damaged database`);
    }
    const rows = await countRows(client.db);
    const restored = rows.reduce((sum, [, count]) => sum + count, 0);
    // Migrations of an older backup add and remove rows.
    if (counts.migration === latestMigration && restored !== counts.rows) {
      throw new Error(`${name} has ${counts.rows} rows, but only ${restored} were restored`);
    }
    const missingFiles = [];
    for await (const name of named.list(client.db)) {
      const file = `files/${name}`;
      const isThere = await access(path.join(dataDir, file)).then(
        () => true,
        () => false,
      );
      if (!isThere) missingFiles.push(file);
    }
    return { ...counts, tables: rows, missingFiles };
  } finally {
    await client.close();
  }
}

async function countRows(db: Kysely<Database>) {
  const counts: (readonly [name: string, rows: number])[] = [];
  for (const { name: table } of await listTables(db)) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    const count = Number(rows[0]?.count);
    if (count > 0) counts.push([table, count]);
  }
  return counts;
}
