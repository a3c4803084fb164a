import type { Kysely, Transaction } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** Ids of cases that are not from the person whose email or support ID they contain. */
export function selectSeparateCases(db: Kysely<Database>) {
  return db.selectFrom("separate_cases").select("case_id");
}

/**
 * Sets whether a case is from somebody other than the person whose email or support ID it contains.
 * @returns whether that is a change
 */
export async function setSeparate(
  trx: Transaction<Database>,
  caseId: string,
  isSeparate: boolean,
  staffId: string,
  now: number,
): Promise<boolean> {
  if (isSeparate) {
    const added = await trx
      .insertInto("separate_cases")
      .values({ case_id: caseId, staff_id: staffId, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("case_id")
      .execute();
    return added.length > 0;
  }
  const removed = await trx
    .deleteFrom("separate_cases")
    .where("case_id", "=", caseId)
    .returning("case_id")
    .execute();
  return removed.length > 0;
}
