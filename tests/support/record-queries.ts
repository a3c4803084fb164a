import type { CompiledQuery, Kysely } from "kysely";
import type { Database } from "../../src/platform/server/db/schema.ts";

export function recordQueries(db: Kysely<Database>) {
  const queries: CompiledQuery[] = [];
  const recorded = db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: recorded, queries };
}
