import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema-changes.ts";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Constraint {
  readonly table: string;
  readonly text: string;
}

const ours = sql`c.relnamespace = current_schema()::regnamespace
  and c.relkind in ('r', 'p', 'v') and c.relname not like 'kysely%'`;

const columns = sql<Column>`select c.relname as "table", a.attname as "column",
    format_type(a.atttypid, a.atttypmod) as "type", a.attnotnull as "isRequired",
    a.atthasdef or a.attidentity <> '' as "hasDefault"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where ${ours} and a.attnum > 0 and not a.attisdropped`;

/** Everything that may reject a row: unique keys, foreign keys, checks, exclusions, triggers. */
const constraints = sql<Constraint>`select c.relname as "table",
      'unique key ' || pg_get_indexdef(i.indexrelid) as "text"
    from pg_class c join pg_index i on i.indrelid = c.oid where ${ours} and i.indisunique
  union all select c.relname, pg_get_constraintdef(k.oid)
    from pg_class c join pg_constraint k on k.conrelid = c.oid
    where ${ours} and k.contype in ('c', 'f', 'x')
  union all select c.relname, 'trigger ' || t.tgname
    from pg_class c join pg_trigger t on t.tgrelid = c.oid where ${ours} and not t.tgisinternal`;

/** The schema of a PostgreSQL database, in the format of `readSchema`. */
export async function readPostgresSchema(db: Kysely<unknown>): Promise<Schema> {
  const [all, rules] = [await columns.execute(db), await constraints.execute(db)];
  const tables = Map.groupBy(all.rows, ({ table }) => table);
  return new Map(
    [...tables].map(([name, list]) => [
      name,
      {
        columns: new Map(list.map(({ column, ...about }) => [column, about])),
        constraints: new Set(
          rules.rows.filter(({ table }) => table === name).map(({ text }) => text),
        ),
      },
    ]),
  );
}
