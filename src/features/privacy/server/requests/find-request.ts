import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { PrivacyStatus } from "../../contract/cases.ts";
import { dataDeletionForm } from "../../contract/data-deletion.ts";

type Messages = readonly { readonly id: string; readonly form: string }[];

/** The steps of the privacy cases of these messages, by the message's id. */
export async function readPrivacyRequestStatuses(
  db: Kysely<Database>,
  messages: Messages,
): Promise<ReadonlyMap<string, PrivacyStatus>> {
  const ids = messages
    .filter(({ form }) => form === dataDeletionForm.collection)
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("privacy_cases")
    .select(["id", "status"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status as PrivacyStatus]));
}

/**
 * Whether a message is a request to delete data whose privacy case is open: only closing that case
 * closes the message.
 */
export async function isOpenPrivacyRequest(
  db: Kysely<Database>,
  { id, form }: Messages[number],
): Promise<boolean> {
  if (form !== dataDeletionForm.collection) return false;
  const open = await db
    .selectFrom("privacy_cases")
    .select("id")
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}
