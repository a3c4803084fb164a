import { type Kysely, sql } from "kysely";
import { brand } from "../../../brand.ts";

/**
 * Different versions of the server on one database (expand and contract). Most migrations only add
 * to the schema, and a version that does not know them keeps working. A migration that removes
 * something is named after the migration of the first version that no longer uses it:
 * `<date>-<what>-contract-after-<that migration>`. Since the names are in the database, a version
 * also understands migrations that are newer than itself.
 */
const marker = "-contract-after-";

/** The migration that a version must have to be compatible with this one; undefined if any is. */
function requiredBy(name: string): string | undefined {
  const at = name.indexOf(marker);
  return at === -1 ? undefined : name.slice(at + marker.length);
}

/** Something that this version uses was removed from the database. */
class ContractedError extends Error {
  readonly code = "DATABASE_TOO_NEW";
}

/**
 * @param done the migrations of the database
 * @throws ContractedError if one of them removed something that this version uses
 */
export function rejectContracted(
  done: readonly string[],
  isKnown: (name: string) => boolean,
): void {
  for (const name of done) {
    const required = isKnown(name) ? undefined : requiredBy(name);
    if (required === undefined || isKnown(required)) continue;
    throw new ContractedError(
      `A newer version of the program has removed parts of this database that this version uses (${name}): run the newer version.`,
    );
  }
}

/**
 * @param done the migrations of the database
 * @param pending those that would run now
 * @throws Error if one of them would remove something that a running version may still use
 */
export function rejectEarlyContract(done: readonly string[], pending: readonly string[]): void {
  // A new database is used by no other version.
  if (done.length === 0) return;
  for (const name of pending) {
    const required = requiredBy(name);
    if (required === undefined || done.includes(required)) continue;
    throw new Error(
      `This version would remove parts of the database that the versions before ${required} use. Run a version in between on all nodes first, or stop all nodes and run: ${brand.slug}-ops migrate`,
    );
  }
}

/**
 * Resolves if the database responds and still has what this version uses.
 * @throws ContractedError
 */
export async function checkSchema<DB>(
  db: Kysely<DB>,
  isKnown: (name: string) => boolean,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name like ${`%${marker}%`}`.execute(db);
  rejectContracted(
    rows.map(({ name }) => name),
    isKnown,
  );
}
