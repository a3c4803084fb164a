import { type Kysely, sql } from "kysely";
import type { Database } from "../../../platform/server/db/schema.ts";
import type { DataOf, DataOwner } from "../../privacy/server/feature-data.ts";
import type { FirebaseTables } from "./tables.ts";

/** Tables with what had no field here: whose rows they hold, and their keys besides. */
const holders = [
  { table: "accounts", owner: "uid", key: "uid" },
  { table: "profiles", owner: "uid", key: "uid" },
  { table: "completed_requests", owner: "uid", key: "id" },
  { table: "submissions", owner: "email", key: "id" },
  { table: "newsletter_subscribers", owner: "email", key: "id" },
] as const;

/** A document may be large. */
const rowsAtOnce = 20;

export const firebaseData = {
  tables: {
    imported_documents: {
      reason: "keyed hashes of what was imported, so that nothing deleted here comes back",
      columns: ["id", "source", "record", "at"],
    },
  },
  collect: async (owner, { database: { db } }) => ({
    furtherFieldsOfTheFormerSite: listFurther(db, owner),
  }),
} as const satisfies DataOf<FirebaseTables>;

async function* listFurther(db: Kysely<Database>, person: DataOwner): AsyncGenerator<object> {
  for (const { table, owner, key } of holders) {
    if (person[owner] === null) continue;
    const id = sql.ref(key);
    for (let after = ""; ; ) {
      const { rows } = await sql<{ readonly id: string; readonly imported: string }>`
        select ${id} as id, imported from ${sql.table(table)}
        where ${sql.ref(owner)} = ${person[owner]} and imported is not null and ${id} > ${after}
        order by ${id} limit ${rowsAtOnce}`.execute(db);
      for (const { imported } of rows) yield Object.fromEntries(JSON.parse(imported));
      if (rows.length < rowsAtOnce) break;
      after = rows.at(-1)?.id ?? "";
    }
  }
}
