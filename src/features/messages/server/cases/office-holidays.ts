import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { federalHolidays, type OfficeHolidays } from "../../contract/holidays.ts";

/** The days on which the office is closed, as the settings of the desk say. */
export async function readHolidays(db: Kysely<Database>): Promise<OfficeHolidays> {
  const rows = await db.selectFrom("office_holidays").selectAll().orderBy("day").execute();
  const opened = new Set(rows.filter((row) => Number(row.is_closed) === 0).map(({ day }) => day));
  return {
    federal: federalHolidays.filter((name) => !opened.has(name)),
    own: rows
      .filter(({ day }) => !federalHolidays.includes(day))
      .map(({ day, name }) => ({ day, name })),
  };
}
