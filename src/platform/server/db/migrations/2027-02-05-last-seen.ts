import { type Kysely, sql } from "kysely";

/** Frozen: a change to this table is a new migration. What last reached the server from outside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table last_seen (
      name text primary key,
      at bigint not null,
      details text not null
    )`.execute(db);
}
