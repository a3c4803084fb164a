import type { DatabaseSync } from "node:sqlite";

interface Column {
  readonly type: string;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
}

interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  /** Everything that may reject a row: unique keys, foreign keys, checks and triggers. */
  readonly constraints: ReadonlySet<string>;
}

/** Tables and views by their names. */
export type Schema = ReadonlyMap<string, Table>;

type Row = Readonly<Record<string, string | number | null>>;

/** Reads the schema from the database itself, independent of the migrations' statements. */
export function readSchema(database: DatabaseSync): Schema {
  const all = (statement: string, ...values: string[]) =>
    database.prepare(statement).all(...values) as Row[];
  const tables = all(
    `select name, type, sql from sqlite_schema where type in ('table', 'view')
      and name not like 'sqlite_%' and name not like 'kysely_%'`,
  );
  return new Map(
    tables.map(({ name, sql }) => {
      const table = String(name);
      const columns = all("select * from pragma_table_xinfo(?)", table).map(
        (column): [string, Column] => [
          String(column.name),
          {
            type: String(column.type).toLowerCase(),
            isRequired: column.notnull === 1,
            hasDefault: column.dflt_value !== null || column.hidden !== 0,
          },
        ],
      );
      const constraints = [
        ...all(
          `select 'unique key (' || group_concat(coalesce(c.name, 'expression'), ', ') || ')' ||
            coalesce(' of ' || s.sql, '') as text
            from pragma_index_list(?) i, pragma_index_xinfo(i.name) c
            left join sqlite_schema s on s.name = i.name
            where i."unique" = 1 and c.key = 1 group by i.name`,
          table,
        ),
        ...all(
          `select 'foreign key (' || group_concat("from", ', ') || ') to ' || "table" || ' ' ||
            on_delete as text from pragma_foreign_key_list(?) group by id`,
          table,
        ),
        ...all(
          `select 'trigger ' || name as text from sqlite_schema
            where type = 'trigger' and tbl_name = ?`,
          table,
        ),
      ].map(({ text }) => String(text));
      const checks = listChecks(String(sql)).map((text) => `check ${text}`);
      return [
        table,
        { columns: new Map(columns), constraints: new Set([...constraints, ...checks]) },
      ];
    }),
  );
}

/** The CHECK conditions in a CREATE TABLE statement. */
function listChecks(statement: string): string[] {
  return [...statement.matchAll(/\bcheck\s*\(/gi)].map(({ index }) => {
    const start = statement.indexOf("(", index);
    let depth = 0;
    for (let end = start; end < statement.length; end += 1) {
      if (statement[end] === "(") depth += 1;
      if (statement[end] === ")") depth -= 1;
      if (depth === 0) return statement.slice(start, end + 1).replaceAll(/\s+/g, " ");
    }
    return statement.slice(start);
  });
}

/** Changes that break a release built for the schema `before`. */
export function listContractions(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([name, table]) => {
    const next = after.get(name);
    return next ? compareTables(name, table, next) : [`drops or renames the table ${name}`];
  });
}

function compareTables(name: string, before: Table, after: Table): string[] {
  const found: string[] = [];
  for (const [column, { type, isRequired, hasDefault }] of before.columns) {
    const next = after.columns.get(column);
    const what = `${name}.${column}`;
    if (!next) found.push(`drops or renames the column ${what}`);
    else if (next.type !== type) found.push(`changes the type of ${what} to ${next.type}`);
    else if (next.isRequired && !isRequired) found.push(`requires the column ${what}`);
    else if (next.isRequired && hasDefault && !next.hasDefault)
      found.push(`removes the default of the required column ${what}`);
  }
  for (const [column, { isRequired, hasDefault }] of after.columns) {
    const isNew = !before.columns.has(column);
    if (isNew && isRequired && !hasDefault) {
      found.push(`adds the column ${name}.${column}, required and without a default`);
    }
  }
  for (const constraint of after.constraints) {
    if (!before.constraints.has(constraint)) found.push(`adds to ${name}: ${constraint}`);
  }
  // `on conflict` needs the key that it names.
  for (const constraint of before.constraints) {
    const isKey = constraint.startsWith("unique key");
    if (isKey && !after.constraints.has(constraint))
      found.push(`removes from ${name}: ${constraint}`);
  }
  return found;
}
