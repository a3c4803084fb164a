import type { Transaction } from "kysely";
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
