import { readFile } from "node:fs/promises";
import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Frozen, with the files in its folder: a change to these tables is a new migration. Every index
 * slows down inserts, so there are only those that lookups need.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const name of ["tables", isPostgres ? "postgres" : "sqlite"]) {
    const file = new URL(`./2026-12-31-schema/${name}.sql`, import.meta.url);
    for (const statement of splitStatements(await readFile(file, "utf8"))) {
      await sql.raw(statement).execute(db);
    }
  }
}

/** A statement ends with the line after which nothing is indented: the body of a trigger is. */
function splitStatements(text: string): string[] {
  return text.trim().split(/;\n(?=\S|\n)/);
}
