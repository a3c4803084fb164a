import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { sqliteFile } from "../../src/server/platform/db/client.ts";

/** Number of records that exist before the upgrade. */
export const oldRecords = Number(process.env.UPGRADE_ROWS ?? 300_000);

const columns = "insert into submissions (id, collection, reference, data, email, created_at)";

/** Stores records of a form that no job reads; they only make an index slow to build. */
export async function fillOnPostgres(url: string): Promise<void> {
  await query(
    url,
    `${columns} select 'old-' || n, 'OldForm', 'OLD' || n,
      json_build_object('phone', '303555' || n)::text, 'old' || n || '@example.com', n
      from generate_series(1, ${oldRecords}) n`,
  );
}

export function fillOnSqlite(folder: string): void {
  const database = new DatabaseSync(path.join(folder, sqliteFile));
  database.exec(
    `${columns} with recursive numbers(n) as
      (select 1 union all select n + 1 from numbers where n < ${oldRecords})
      select 'old-' || n, 'OldForm', 'OLD' || n, json_object('phone', '303555' || n),
      'old' || n || '@example.com', n from numbers`,
  );
  database.close();
}

export async function query(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(text);
    return rows;
  } finally {
    await client.end();
  }
}
