import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emailForm } from "../../contract/forms/email.ts";

/** Subject of the email that opened a case; "" if a form did. */
export async function readStartedSubject(
  db: Kysely<Database>,
  { id, form }: { readonly id: string; readonly form: string },
): Promise<string> {
  if (form !== emailForm.collection) return "";
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  const { subject } = JSON.parse(row?.data ?? "{}") as { readonly subject?: string };
  return subject ?? "";
}
