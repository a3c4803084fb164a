import type { Kysely } from "kysely";
import { emailForm } from "../../../contract/forms/email.ts";
import type { Database } from "../../platform/db/schema.ts";

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
