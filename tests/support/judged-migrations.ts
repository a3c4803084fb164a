import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";

/**
 * Builds migrations for `checkMigrations` from statements by name. The first is not checked.
 */
export function makeMigrations(steps: Readonly<Record<string, readonly string[]>>) {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, statements]) => [
      name,
      {
        up: async (db: Kysely<unknown>) => {
          for (const statement of statements) await sql.raw(statement).execute(db);
        },
      },
    ]),
  );
  const provider = { getMigrations: async () => migrations };
  const names = Object.keys(steps);
  return {
    names,
    lastFree: names[0] ?? "",
    run: async (db: Kysely<unknown>, until: string) => {
      const { error } = await new Migrator({ db, provider }).migrateTo(until);
      if (error) throw error;
    },
  };
}
