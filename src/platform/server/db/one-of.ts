import { type Kysely, PostgresAdapter, type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Whether a text is one of any number of values. Use it wherever the number grows with stored data:
 * it passes one parameter, so it has no limit, unlike `in (…)`, which allows 32,766 values on SQLite
 * and 65,535 on PostgreSQL, and a list of conditions, of which SQLite allows 1000.
 * @param expression a column, by name, or an expression; its index is used
 */
export function isOneOf<Tables>(
  db: Kysely<Tables>,
  expression: string | RawBuilder<unknown>,
  values: readonly string[],
): RawBuilder<SqlBool> {
  const text = typeof expression === "string" ? sql.ref(expression) : expression;
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<SqlBool>`${text} = any(${values}::text[])`
    : sql<SqlBool>`${text} in (select value from json_each(${JSON.stringify(values)}))`;
}
