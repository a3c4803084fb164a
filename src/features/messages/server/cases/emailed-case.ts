import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { emailForm } from "../../contract/forms/email.ts";
import { ourEmailForm } from "../../contract/forms/staff-forms.ts";

const withSubject: readonly string[] = [emailForm.collection, ourEmailForm.collection];

/** Subject of the email that opened a case, theirs or ours; "" if a form did. */
export async function readStartedSubject(
  db: Kysely<Database>,
  { id, form }: { readonly id: string; readonly form: string },
): Promise<string> {
  if (!withSubject.includes(form)) return "";
  const row = await db
    .selectFrom("submissions")
    .select("data")
    .where("id", "=", id)
    .executeTakeFirst();
  const { subject } = JSON.parse(row?.data ?? "{}") as { readonly subject?: string };
  return subject ?? "";
}
