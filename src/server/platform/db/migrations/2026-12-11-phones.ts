import { type Kysely, PostgresAdapter, sql } from "kysely";
import { phoneDigits } from "../tables/phone-digits.ts";

/**
 * Frozen: a change to these indexes is a new migration. Records are found by the last ten digits of
 * their phone number. The jobs make the words of cases and applications again, with the numbers as
 * people search for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const { submitted, ofSubmission, ofProfile } = phoneDigits(db);
  // Submissions without a number cost this index nothing.
  await sql`
    create index submissions_by_phone on submissions (${ofSubmission}) where ${submitted} <> ''
  `.execute(db);
  await sql`create index profiles_by_phone on profiles (${ofProfile})`.execute(db);
  for (const index of ["case_words", "application_words"]) {
    const table = sql.table(index);
    const empty = isPostgres
      ? sql`truncate ${table}`
      : sql`insert into ${table} (${table}) values ('delete-all')`;
    await empty.execute(db);
  }
}
