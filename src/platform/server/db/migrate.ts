import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { checkSchema, rejectContracted, rejectEarlyContract } from "./side-by-side.ts";

/**
 * Every migration in order; the name of a released one never changes. Loaded lazily: most starts
 * need none.
 */
const migrations: Record<string, () => Promise<Migration>> = {
  "2026-12-31-schema": () => import("./migrations/2026-12-31-schema.ts"),
  "2027-01-02-customers": () => import("./migrations/2027-01-02-customers.ts"),
  "2027-01-06-account-actions": () => import("./migrations/2027-01-06-account-actions.ts"),
  "2027-01-07-requests": () => import("./migrations/2027-01-07-requests.ts"),
  "2027-01-10-due-order": () => import("./migrations/2027-01-10-due-order.ts"),
  "2027-01-11-customers-live": () => import("./migrations/2027-01-11-customers-live.ts"),
  "2027-01-12-request-series": () => import("./migrations/2027-01-12-request-series.ts"),
  "2027-01-13-events": () => import("./migrations/2027-01-13-events.ts"),
  "2027-01-14-histories-contract-after-2027-01-13-events": () =>
    import("./migrations/2027-01-14-histories-contract-after-2027-01-13-events.ts"),
  "2027-01-15-snooze": () => import("./migrations/2027-01-15-snooze.ts"),
  "2027-01-16-call-backs": () => import("./migrations/2027-01-16-call-backs.ts"),
  "2027-01-19-phone-keys": () => import("./migrations/2027-01-19-phone-keys.ts"),
  "2027-01-20-texts": () => import("./migrations/2027-01-20-texts.ts"),
  "2027-01-21-related-cases": () => import("./migrations/2027-01-21-related-cases.ts"),
  "2027-01-23-reply-attachments": () => import("./migrations/2027-01-23-reply-attachments.ts"),
  "2027-01-24-mentions": () => import("./migrations/2027-01-24-mentions.ts"),
  "2027-01-25-request-texts": () => import("./migrations/2027-01-25-request-texts.ts"),
  "2027-01-26-text-links": () => import("./migrations/2027-01-26-text-links.ts"),
  "2027-01-27-account-merges": () => import("./migrations/2027-01-27-account-merges.ts"),
  "2027-01-28-programs": () => import("./migrations/2027-01-28-programs.ts"),
  "2027-01-29-change-order": () => import("./migrations/2027-01-29-change-order.ts"),
  "2027-01-30-added-accounts": () => import("./migrations/2027-01-30-added-accounts.ts"),
  "2027-01-31-event-log": () => import("./migrations/2027-01-31-event-log.ts"),
  "2027-02-01-app-messages": () => import("./migrations/2027-02-01-app-messages.ts"),
  "2027-02-02-identity": () => import("./migrations/2027-02-02-identity.ts"),
  "2027-02-03-test-tokens": () => import("./migrations/2027-02-03-test-tokens.ts"),
  "2027-02-04-firebase": () => import("./migrations/2027-02-04-firebase.ts"),
  "2027-02-05-last-seen": () => import("./migrations/2027-02-05-last-seen.ts"),
  "2027-02-06-your-privacy": () => import("./migrations/2027-02-06-your-privacy.ts"),
  "2027-02-07-help-answers": () => import("./migrations/2027-02-07-help-answers.ts"),
  "2027-02-08-helpers": () => import("./migrations/2027-02-08-helpers.ts"),
  "2027-02-09-interviews": () => import("./migrations/2027-02-09-interviews.ts"),
  "2027-02-10-documents": () => import("./migrations/2027-02-10-documents.ts"),
  "2027-02-11-report-letters": () => import("./migrations/2027-02-11-report-letters.ts"),
};

export const migrationNames: readonly string[] = Object.keys(migrations);

export const latestMigration = migrationNames.at(-1) ?? "";

/** The last of the migrations that "2026-12-31-schema" replaced: the schema is the same. */
const formerLatest = "2026-12-24-clock-state";

/**
 * The migration of this version after which the schema is that of a backup.
 * @param saved the latest migration of the database from which the backup was made
 * @throws Error if this version has none
 */
export function findMigration(saved: string): string {
  const [first = ""] = migrationNames;
  if (saved === formerLatest) return first;
  if (isKnownMigration(saved)) return saved;
  if (saved > first) throw new Error("it is from a newer version");
  throw new Error(
    `it is from a version before the migration ${formerLatest}: restore it with a version that has this migration, back up again with that version, and restore the new backup`,
  );
}

function isKnownMigration(name: string): boolean {
  return Object.hasOwn(migrations, name);
}

const findMigrationTable = {
  sqlite: sql<{ name: string | null }>`
    select name from sqlite_schema where name = 'kysely_migration'`,
  postgres: sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`,
};

export interface MigrationChoices {
  /** Rejects a database with pending migrations, instead of migrating it. */
  readonly rejectPending?: boolean | undefined;
  /** Older and newer versions of the server may be using the database. */
  readonly sideBySide?: boolean | undefined;
}

/**
 * Whether the schema is up to date.
 * @throws Error if this version is incompatible with the database or with other running versions
 */
async function isMigrated<DB>(
  db: Kysely<DB>,
  engine: keyof typeof findMigrationTable,
  { sideBySide = false }: MigrationChoices,
): Promise<boolean> {
  const done = await listMigrations(db, engine);
  const pending = migrationNames.filter((name) => !done.includes(name));
  const unknown = done.filter((name) => !isKnownMigration(name));
  if (unknown.length > 0) {
    rejectContracted(done, isKnownMigration);
    if (sideBySide && pending.length === 0) return true;
    if (unknown.some((name) => name < latestMigration)) throw new OtherHistoryError();
    throw new Error(
      "A newer version of the program has migrated this database: restore the backup or run the newer version.",
    );
  }
  rejectOtherOrder(done, pending);
  if (sideBySide) rejectEarlyContract(done, pending);
  return pending.length === 0;
}

/** The database has another sequence of migrations than this version: it cannot be upgraded. */
class OtherHistoryError extends Error {
  constructor() {
    super(
      'This version cannot upgrade this database in place: the version that used it last had other migrations. Make a backup with that version ("ops backup"), then restore it with this version into an empty folder ("ops restore"), as docs/deploy.md, section "Upgrade", describes. Nothing was changed',
    );
  }
}

/** @throws OtherHistoryError if a pending migration belongs before one that was applied */
function rejectOtherOrder(done: readonly string[], pending: readonly string[]): void {
  const [first] = pending;
  if (first !== undefined && done.some((name) => name > first)) throw new OtherHistoryError();
}

/**
 * Migrates the schema to the latest version, or to the migration `until` of an old backup. Safe if
 * several processes start at once: PostgreSQL uses an advisory lock, SQLite's write transaction is
 * exclusive.
 * @throws the error of the failing migration, which is rolled back
 */
export async function migrate<DB>(
  db: Kysely<DB>,
  until = latestMigration,
  schema?: string,
): Promise<void> {
  const { Migrator } = await import("kysely/migration");
  const migrator = new Migrator({
    db,
    provider: { getMigrations: loadMigrations },
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateTo(until);
  if (error !== undefined) throw error;
}

async function loadMigrations(): Promise<Record<string, Migration>> {
  const loading = Object.entries(migrations).map(async ([name, load]) => [name, await load()]);
  return Object.fromEntries(await Promise.all(loading));
}

/**
 * Migrates the schema with `run` if it is not up to date.
 * @throws Error instead of migrating if `rejectPending` is set; also those of `isMigrated`
 */
export async function migrateIfPending<DB>(
  db: Kysely<DB>,
  engine: keyof typeof findMigrationTable,
  { run, ...choices }: MigrationChoices & { run(): Promise<void> },
): Promise<void> {
  if (await isMigrated(db, engine, choices)) return;
  if (choices.rejectPending) {
    throw new Error(
      "The database is older than this version, and only a start of the server or the command migrate changes that. To read it as it is, use the version that runs. To upgrade it, make a backup with that version, then start the server of this version.",
    );
  }
  await run();
}

/** Resolves if the database responds and its schema is still compatible with this version. */
export function ping<DB>(db: Kysely<DB>): Promise<void> {
  return checkSchema(db, isKnownMigration);
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
