import type { Kysely } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { FileStorage } from "../../../../platform/server/files/file-storage.ts";
import { listIds } from "./list-places.ts";

/** An entry of the list that the database does not know, and where it was found. */
export interface MissedEntry {
  readonly id: string;
  readonly place: FileStorage;
}

/**
 * The deletions in the list that this database has not carried out, oldest first: it was restored
 * from an older backup. Entries that only the database knows are listed again.
 * @param places those that belong to the server
 * @param further such as the list of a former `DATA_DIR`
 */
export async function findMissed(
  database: Pick<DatabaseClient, "db" | "write">,
  places: readonly FileStorage[],
  further: readonly FileStorage[] = [],
): Promise<{ readonly missed: readonly MissedEntry[]; readonly listed: number }> {
  const known = await readKnown(database.db);
  const found = new Map<string, FileStorage>();
  const unlisted = new Set<string>();
  for (const place of [...places, ...further]) {
    const ids = await listIds(place);
    for (const id of ids) found.set(id, place);
    if (!places.includes(place)) continue;
    for (const [id, isCurrent] of known) if (isCurrent && !ids.has(id)) unlisted.add(id);
  }
  if (unlisted.size > 0) {
    await database.write((trx) =>
      trx
        .updateTable("carried_out_deletions")
        .set({ listed_at: null })
        .where(isOneOf(trx, "id", [...unlisted]))
        .execute(),
    );
  }
  const missed = [...found].flatMap(([id, place]) => (known.has(id) ? [] : [{ id, place }]));
  return {
    missed: missed.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    listed: found.size,
  };
}

/** The ids that the database knows, and whether each is one that was listed and has not expired. */
async function readKnown(db: Kysely<Database>): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .selectFrom("carried_out_deletions")
    .select(({ eb }) => [
      "id",
      eb.and([eb("subjects", "is not", null), eb("listed_at", "is not", null)]).as("isCurrent"),
    ])
    .execute();
  return new Map(rows.map(({ id, isCurrent }) => [id, Boolean(isCurrent)]));
}
