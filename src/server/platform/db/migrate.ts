import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import * as initial from "./migrations/2026-11-20-initial.ts";
import * as accounts from "./migrations/2026-11-21-accounts.ts";
import * as applications from "./migrations/2026-11-21-applications.ts";
import * as renewals from "./migrations/2026-11-22-renewals.ts";
import * as storedFiles from "./migrations/2026-11-22-stored-files.ts";
import * as takeover from "./migrations/2026-11-22-takeover.ts";
import * as requestReferences from "./migrations/2026-11-23-request-references.ts";
import * as signupRecords from "./migrations/2026-11-23-signup-records.ts";
import * as disabledAccounts from "./migrations/2026-11-24-disabled-accounts.ts";
import * as staff from "./migrations/2026-11-25-staff.ts";
import * as cases from "./migrations/2026-11-26-cases.ts";
import * as replies from "./migrations/2026-11-27-replies.ts";
import * as newsletterDesk from "./migrations/2026-11-28-newsletter-desk.ts";
import * as firstAnswers from "./migrations/2026-11-29-first-answers.ts";
import * as retention from "./migrations/2026-11-30-retention.ts";
import * as deskApplications from "./migrations/2026-12-02-desk-applications.ts";
import * as applicationLookups from "./migrations/2026-12-05-application-lookups.ts";
import * as privacyCases from "./migrations/2026-12-06-privacy-cases.ts";
import * as webhooks from "./migrations/2026-12-07-webhooks.ts";
import * as whoseMessages from "./migrations/2026-12-07-whose-messages.ts";
import * as apiTokens from "./migrations/2026-12-08-api-tokens.ts";
import * as answerTimes from "./migrations/2026-12-09-answer-times.ts";
import * as conversations from "./migrations/2026-12-10-conversations.ts";
import * as phones from "./migrations/2026-12-11-phones.ts";

/** Every migration in order; the name of a released one never changes. */
const migrations: Record<string, Migration> = {
  "2026-11-20-initial": initial,
  "2026-11-21-accounts": accounts,
  "2026-11-21-applications": applications,
  "2026-11-22-renewals": renewals,
  "2026-11-22-stored-files": storedFiles,
  "2026-11-22-takeover": takeover,
  "2026-11-23-request-references": requestReferences,
  "2026-11-23-signup-records": signupRecords,
  "2026-11-24-disabled-accounts": disabledAccounts,
  "2026-11-25-staff": staff,
  "2026-11-26-cases": cases,
  "2026-11-27-replies": replies,
  "2026-11-28-newsletter-desk": newsletterDesk,
  "2026-11-29-first-answers": firstAnswers,
  "2026-11-30-retention": retention,
  "2026-12-02-desk-applications": deskApplications,
  "2026-12-05-application-lookups": applicationLookups,
  "2026-12-06-privacy-cases": privacyCases,
  "2026-12-07-webhooks": webhooks,
  "2026-12-07-whose-messages": whoseMessages,
  "2026-12-08-api-tokens": apiTokens,
  "2026-12-09-answer-times": answerTimes,
  "2026-12-10-conversations": conversations,
  "2026-12-11-phones": phones,
};

/** The last migration of this version. */
export const latestMigration = Object.keys(migrations).at(-1) ?? "";

/** Whether this version contains a migration of that name. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(migrations, name);
}

/** Whether Kysely's table of migrations exists. */
const findMigrationTable = {
  sqlite: sql<{ name: string | null }>`
    select name from sqlite_schema where name = 'kysely_migration'`,
  postgres: sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`,
};

/**
 * Whether the schema is up to date.
 * @throws Error if a newer version of the program has migrated the database
 */
async function isMigrated<DB>(
  db: Kysely<DB>,
  engine: keyof typeof findMigrationTable,
): Promise<boolean> {
  const done = await listMigrations(db, engine);
  if (!done.every(isKnownMigration)) {
    throw new Error(
      "A newer version of the program has migrated this database: restore the backup or run the newer version.",
    );
  }
  return done.includes(latestMigration);
}

/**
 * Migrates the schema to the latest version, or to the migration `until` of an old backup. Safe if
 * several processes start at once: PostgreSQL uses an advisory lock, SQLite's write transaction is
 * exclusive.
 * @throws the error of the failing migration, which is rolled back
 */
export async function migrate<DB>(db: Kysely<DB>, until = latestMigration): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(until);
  if (error !== undefined) throw error;
}

/**
 * Migrates the schema with `run` if it is not up to date.
 * @throws Error instead of migrating, with `rejectPending`
 */
export async function migrateIfPending<DB>(
  db: Kysely<DB>,
  engine: keyof typeof findMigrationTable,
  {
    rejectPending = false,
    run,
  }: { readonly rejectPending?: boolean | undefined; run(): Promise<void> },
): Promise<void> {
  if (await isMigrated(db, engine)) return;
  if (rejectPending) {
    throw new Error(
      "This version would first migrate the database, and nothing may change now. Back it up and start the server once, then try again.",
    );
  }
  await run();
}

async function listMigrations<DB>(
  db: Kysely<DB>,
  engine: keyof typeof findMigrationTable,
): Promise<string[]> {
  const { rows } = await findMigrationTable[engine].execute(db);
  if (!rows[0]?.name) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return applied.rows.map(({ name }) => name);
}
