import type { Transaction } from "kysely";
import type { DatabaseClient } from "../../../../platform/server/db/client.ts";
import { isOneOf } from "../../../../platform/server/db/one-of.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { readHashKey } from "../../../../platform/server/values/hash-key.ts";
import { fileOf, type ListSettings, openPlaces } from "./list-places.ts";
import { nameOfKey } from "./note-deletion.ts";

const maxAtOnce = 100;

/**
 * Writes the deletions that are not in the list yet to each of its places, and removes those that
 * have expired. Writing twice does no harm.
 */
export async function writeList(
  { db, write }: Pick<DatabaseClient, "db" | "write">,
  settings: ListSettings,
  now: number,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom("carried_out_deletions")
      .select(["id", "at", "subjects", "days_left"])
      .where("subjects", "is not", null)
      .where((row) => row.or([row("listed_at", "is", null), row("days_left", "<=", 0)]))
      .orderBy("id")
      .limit(maxAtOnce)
      .execute();
    if (rows.length === 0) return;
    const places = await openPlaces(settings);
    const key = nameOfKey(await write((trx) => readHashKey(trx)));
    const [expired, listed]: [string[], string[]] = [[], []];
    for (const { id, at, subjects, days_left: daysLeft } of rows) {
      const isExpired = Number(daysLeft) <= 0;
      (isExpired ? expired : listed).push(id);
      const entry = {
        version: 1,
        id,
        at: new Date(Number(at)),
        key,
        subjects: JSON.parse(`${subjects}`),
      };
      const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (const place of places) {
        await (isExpired ? place.remove(fileOf(id)) : place.write(fileOf(id), bytes));
      }
    }
    await write(async (trx) => {
      const update = trx.updateTable("carried_out_deletions");
      await update
        .set({ listed_at: now })
        .where(isOneOf(trx, "id", listed))
        .execute();
      // The id stays: a copy of the file that was left somewhere must not be repeated.
      await update
        .set({ subjects: null })
        .where(isOneOf(trx, "id", expired))
        .execute();
    });
  }
}

/**
 * Lets one day of the hashes' lifetime pass. Called once a day: counting days, not comparing times,
 * so that a wrong clock cannot end it.
 */
export async function ageDeletions(trx: Transaction<Database>): Promise<void> {
  await trx
    .updateTable("carried_out_deletions")
    .set((row) => ({ days_left: row("days_left", "-", 1) }))
    .where("subjects", "is not", null)
    .execute();
}
