import { type Kysely, sql } from "kysely";

/** Frozen: a change to this table is a new migration. Who is mentioned in notes on cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table case_mentions (
      id text primary key,
      case_id text not null references cases (id) on delete cascade,
      staff_id text not null references staff (id) on delete cascade,
      entry_id text not null
    )`.execute(db);
  await sql`create index case_mentions_by_staff on case_mentions (staff_id, entry_id)`.execute(db);
  await sql`create index case_mentions_by_case on case_mentions (case_id)`.execute(db);
}
