import { type Kysely, sql } from "kysely";

/** Frozen: a change to this table is a new migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_answers (
      id text primary key,
      article text not null,
      month text not null,
      yes bigint not null,
      no bigint not null
    )`.execute(db);
}
