import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Kysely } from "kysely";
import { migrate, migrationNames } from "../../src/platform/server/db/migrate.ts";
import { requiredBy } from "../../src/platform/server/db/side-by-side.ts";
import { NodeSqliteDialect, openSqlite } from "../../src/platform/server/db/sqlite/node-sqlite.ts";
import { listContractions, readSchema, type Schema } from "./schema-changes.ts";

/** Migrations up to this one predate the rule: all releases include them. */
const lastFree = "2026-12-11-phones";

/** Changes that look like contractions but let all earlier releases go on, with the reason. */
const harmless: ReadonlyMap<string, string> = new Map([
  [
    "adds to audit_log: trigger audit_log_has_no_replace",
    "rejects the insertion of an id that exists, which no release attempts",
  ],
]);

/** The migrations to check; tests pass their own. */
interface Migrations {
  readonly names: readonly string[];
  /** The last migration that is not checked. */
  readonly lastFree: string;
  run(db: Kysely<unknown>, until: string): Promise<void>;
}

const ours: Migrations = { names: migrationNames, lastFree, run: migrate };

/**
 * Runs the migrations one by one on a SQLite database and compares the schema before and after. The
 * previous release must be able to run with each, unless its name marks it as a contraction.
 * @returns the errors, one line each
 */
export async function checkMigrations(migrations = ours): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "check-migrations-"));
  const connection = openSqlite(path.join(folder, "database.sqlite"));
  const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(connection) });
  try {
    return await runAndJudge(db, async () => readSchema(connection), migrations);
  } finally {
    await db.destroy();
    if (connection.isOpen) connection.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Does the work of `checkMigrations` on an empty database of either engine.
 * @param read returns the current schema of the database
 */
export async function runAndJudge(
  db: Kysely<unknown>,
  read: (db: Kysely<unknown>) => Promise<Schema>,
  migrations = ours,
): Promise<string[]> {
  // Kysely runs them in the order of their names, whatever the list says.
  const errors = migrations.names
    .filter((name, index, names) => index > 0 && name <= (names[index - 1] ?? ""))
    .map((name) => `${name}: sorts before the migration listed before it; give it a later date`);
  if (errors.length > 0) return errors;
  await migrations.run(db, migrations.lastFree);
  let before = await read(db);
  const first = migrations.names.indexOf(migrations.lastFree) + 1;
  for (const name of migrations.names.slice(first)) {
    await migrations.run(db, name);
    const after = await read(db);
    errors.push(...judge(name, listContractions(before, after), migrations.names));
    before = after;
  }
  return errors;
}

function judge(name: string, contractions: readonly string[], names: readonly string[]): string[] {
  const required = requiredBy(name);
  if (required === undefined) {
    const harmful = contractions.filter((what) => !harmless.has(what));
    return harmful.map(
      (what) => `${name}: ${what}. The previous release cannot run with it: see decision 0080`,
    );
  }
  const isEarlier = names.includes(required) && names.indexOf(required) < names.indexOf(name);
  if (!isEarlier) return [`${name}: there is no earlier migration ${required}`];
  if (contractions.length === 0) return [`${name}: removes nothing, so needs no special name`];
  return [];
}
