import { type Kysely, sql } from "kysely";

/** Frozen: a change to this table is a new migration. The calls that staff owe, one for each case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table case_call_backs (
      case_id text primary key references cases (id) on delete cascade,
      phone text not null,
      starts_at bigint not null,
      ends_at bigint not null,
      is_any_time bigint not null,
      tries bigint not null default 0,
      done_at bigint
    )`.execute(db);
  await sql`
    create index case_call_backs_owed on case_call_backs (ends_at, case_id)
    where done_at is null`.execute(db);
}
