import { setImmediate } from "node:timers/promises";
import type { RawBuilder, SqlBool, Transaction } from "kysely";
import { noteErasure } from "../../../../platform/server/db/erasures.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";
import { noteDeletion } from "./note-deletion.ts";

/**
 * Deletes the submission of a public form. Data deletion requests are kept, as evidence.
 * @returns its collection, or undefined if there is no other submission with the reference
 */
export async function deleteSubmission(
  trx: Transaction<Database>,
  reference: string,
  now: number,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom("submissions")
    .where("reference", "=", reference)
    .where("collection", "!=", dataDeletionForm.collection)
    .returning("collection")
    .executeTakeFirst();
  if (!row) return undefined;
  await noteErasure(trx, now);
  await noteDeletion(trx, [{ kind: "record", name: reference }], now);
  return row.collection;
}

/** Records deleted by one statement: SQLite blocks the process meanwhile. */
export const erasedAtOnce = 200;

/**
 * Deletes all submissions that meet a condition, with their cases. Data deletion requests are kept,
 * as evidence.
 */
export async function deleteSubmissions(
  trx: Transaction<Database>,
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  while (!(await deleteSomeSubmissions(trx, condition))) await setImmediate();
}

/** Deletes at most `erasedAtOnce` of them. @returns whether no more are left */
export async function deleteSomeSubmissions(
  trx: Transaction<Database>,
  condition: RawBuilder<SqlBool>,
): Promise<boolean> {
  const gone = await trx
    .deleteFrom("submissions")
    .where("id", "in", (query) =>
      query
        .selectFrom("submissions")
        .select("id")
        .where(condition)
        .where("collection", "!=", dataDeletionForm.collection)
        .limit(erasedAtOnce),
    )
    .returning("id")
    .execute();
  return gone.length < erasedAtOnce;
}
