import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as initial from "./migrations/2026-11-20-initial.ts";
import * as accounts from "./migrations/2026-11-21-accounts.ts";
import * as applications from "./migrations/2026-11-21-applications.ts";
import * as renewals from "./migrations/2026-11-22-renewals.ts";

/** Every migration in order; a name, once shipped, never changes. */
const migrations: Record<string, Migration> = {
  "2026-11-20-initial": initial,
  "2026-11-21-accounts": accounts,
  "2026-11-21-applications": applications,
  "2026-11-22-renewals": renewals,
};

/** The migration that a database of this version ends with. */
export const latestMigration = "2026-11-22-renewals";

/** Whether this version knows a migration of that name. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(migrations, name);
}

/**
 * Brings the schema up to date, or up to the migration `until`. Safe when several processes start at once:
 * PostgreSQL holds an advisory lock, SQLite's write transaction is exclusive.
 * Throws what the failing migration threw; nothing of it stays behind.
 */
export async function migrate<DB>(db: Kysely<DB>, until = latestMigration): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(until);
  if (error !== undefined) throw error;
}
