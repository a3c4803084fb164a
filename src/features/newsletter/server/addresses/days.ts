import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dayOf } from "../../../../platform/server/values/calendar.ts";

/**
 * Counts who became a subscriber and who stopped, by day. Save it at the end of a transaction, since
 * changes of a day block each other.
 */
export class DayChanges {
  readonly #days = new Map<string, { joined: number; gone: number }>();

  /** @param time milliseconds since 1970 */
  add(time: number, { joined = 0, gone = 0 }: { joined?: number; gone?: number }): void {
    const day = dayOf(time).toString();
    const sums = this.#days.get(day) ?? { joined: 0, gone: 0 };
    this.#days.set(day, { joined: sums.joined + joined, gone: sums.gone + gone });
  }

  async save(trx: Transaction<Database>): Promise<void> {
    const rows = [...this.#days].map(([day, sums]) => ({ day, ...sums }));
    // In a fixed order, so that two transactions cannot deadlock.
    rows.sort((a, b) => (a.day < b.day ? -1 : 1));
    for (const row of rows) {
      await trx
        .insertInto("newsletter_days")
        .values(row)
        .onConflict((conflict) =>
          conflict.column("day").doUpdateSet({
            joined: sql`newsletter_days.joined + excluded.joined`,
            gone: sql`newsletter_days.gone + excluded.gone`,
          }),
        )
        .execute();
    }
  }
}

export async function countSubscribers(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom("newsletter_days")
    .select(({ fn }) => [fn.sum<number>("joined").as("joined"), fn.sum<number>("gone").as("gone")])
    .executeTakeFirst();
  return Number(row?.joined ?? 0) - Number(row?.gone ?? 0);
}
