import { type Kysely, sql } from "kysely";

/** Frozen: a change to this table is a new migration. Tokens of the sandbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_tokens add column is_test bigint not null default 0`.execute(db);
}
