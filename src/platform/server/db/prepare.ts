import { hash } from "node:crypto";
import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Database } from "./schema.ts";

/** A query that is compiled once; each run only fills in the values. */
export type Prepared<Values, Row> = (
  db: Kysely<Database>,
  values: Values,
) => Promise<QueryResult<Row>>;

const statementNames = new Map<string, string>();

/** Name of the prepared statement on PostgreSQL; undefined if the query is planned for each run. */
export function statementName(text: string): string | undefined {
  return statementNames.get(text);
}

/**
 * Compiles a query on its first run, once per engine, and caches it. For the few queries that run
 * with every request: Kysely takes longer to compile one than SQLite takes to run it.
 *
 * @param names names of the values; each may be used any number of times
 * @param build builds the query from placeholders for the values; it must not read them
 * @param isPlannedEachRun on PostgreSQL: for queries whose best plan depends on the values. After
 *   five runs a prepared statement may keep one plan for all of them.
 */
export function prepare<Values extends object, Row>(
  names: readonly (keyof Values)[],
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
  { isPlannedEachRun = false } = {},
): Prepared<Values, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const standIns = new Map(names.map((name) => [name, new StandIn(name)]));
  return (db, values) => {
    const engine = db.getExecutor().adapter;
    let query = compiled.get(engine);
    if (!query) {
      query = build(db, Object.fromEntries(standIns) as Values).compile();
      compiled.set(engine, query);
      if (!isPlannedEachRun) {
        statementNames.set(query.sql, hash("sha256", query.sql, "base64url"));
      }
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof StandIn ? values[parameter.name as keyof Values] : parameter,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

class StandIn {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}
