import { type Kysely, sql } from "kysely";

/**
 * Frozen: a change to these tables is a new migration. Cases that are about the same matter: one that
 * is merged into another (docs/decisions/0129), and related ones, which have a row for each direction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table case_merges (
      case_id text primary key references cases (id) on delete cascade,
      kept_id text not null references cases (id) on delete cascade,
      staff_id text not null,
      at bigint not null,
      before text not null
    )`.execute(db);
  await sql`create index case_merges_by_kept on case_merges (kept_id)`.execute(db);
  await sql`
    create table case_relations (
      case_id text not null references cases (id) on delete cascade,
      other_id text not null references cases (id) on delete cascade,
      staff_id text not null,
      at bigint not null,
      primary key (case_id, other_id)
    )`.execute(db);
  await sql`create index case_relations_by_other on case_relations (other_id)`.execute(db);
}
