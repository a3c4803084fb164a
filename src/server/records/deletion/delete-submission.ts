import type { Transaction } from "kysely";
import { dataDeletionForm } from "../../../contract/forms/data-deletion.ts";
import type { Database } from "../../platform/db/schema.ts";

/**
 * Deletes the submission of a public form. Data deletion requests are kept, as evidence.
 * @returns its collection, or undefined if there is no other submission with the reference
 */
export async function deleteSubmission(
  trx: Transaction<Database>,
  reference: string,
): Promise<string | undefined> {
  const row = await trx
    .deleteFrom("submissions")
    .where("reference", "=", reference)
    .where("collection", "!=", dataDeletionForm.collection)
    .returning("collection")
    .executeTakeFirst();
  return row?.collection;
}
