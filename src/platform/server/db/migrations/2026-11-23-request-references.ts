import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";

interface Key {
  readonly uid: string;
  readonly id: string;
}

/** Rows per statement: below the limits on parameters and on a statement's duration. */
const maxBatchRows = 500;

/**
 * Frozen: a change to these columns is a new migration. References were derived from the key on
 * every read; people may have noted them, so each row keeps its own. The index is not unique,
 * since two keys may share a reference.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("completed_requests")
    .addColumn("reference", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  for (let last: Key | undefined = { uid: "", id: "" }; last; ) {
    const { rows }: { rows: Key[] } = await sql<Key>`
      select uid, id from completed_requests
      where (uid, id) > (${last.uid}, ${last.id})
      order by uid, id limit ${maxBatchRows}`.execute(db);
    if (rows.length > 0) await fill(db, rows);
    last = rows.at(-1);
  }
  await db.schema
    .createIndex("completed_requests_by_reference")
    .on("completed_requests")
    .column("reference")
    .execute();
}

async function fill(db: Kysely<unknown>, keys: readonly Key[]): Promise<void> {
  const values = keys.map((key) => sql`(${key.uid}, ${key.id}, ${deriveReference(key)})`);
  // Both engines use these column names for a list of values.
  await sql`
    update completed_requests set reference = known.column3
    from (values ${sql.join(values)}) as known
    where uid = known.column1 and id = known.column2`.execute(db);
}

/** Derives the reference like the versions before this one. */
function deriveReference({ uid, id }: Key): string {
  const alphabet = "23456789ACDEFHJKMNPRTWXY";
  const length = 8;
  let rest = hash("sha256", `${uid}/${id}`, "buffer").readUIntBE(0, 6) % alphabet.length ** length;
  let reference = "";
  while (reference.length < length) {
    reference += alphabet[rest % alphabet.length];
    rest = Math.floor(rest / alphabet.length);
  }
  return reference;
}
