import type { Selectable, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

export type Case = Selectable<Database["cases"]>;

/** The row of a case, locked until the commit. */
export function lockCase(trx: Transaction<Database>, reference: string): Promise<Case | undefined> {
  return trx
    .selectFrom("cases")
    .selectAll()
    .where("reference", "=", reference)
    .forUpdate()
    .executeTakeFirst();
}
