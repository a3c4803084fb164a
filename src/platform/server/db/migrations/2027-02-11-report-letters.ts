import { type Kysely, sql } from "kysely";

/** Frozen: a change to this column is a new migration. Replies that are letters about a report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation_replies add column letter text not null default ''`.execute(
    db,
  );
}
