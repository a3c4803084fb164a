import { type Kysely, PostgresAdapter, sql } from "kysely";
import { phoneDigits } from "../tables/phone-digits.ts";

/**
 * Frozen: a change to these indexes is a new migration. Records are found by the last ten digits of
 * their phone number. Jobs rebuild the search indexes of cases and applications, with phone numbers
 * in the form in which people search for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const { submitted, ofSubmission, ofProfile } = phoneDigits(db);
  // Submissions without a number are not in this index.
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
