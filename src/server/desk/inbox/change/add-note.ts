import { sql, type Transaction } from "kysely";
import { deskPaths } from "../../../../contract/desk/paths.ts";
import { hasPermission } from "../../../../contract/desk/roles.ts";
import { ApiError } from "../../../platform/api-error.ts";
import type { Database } from "../../../platform/db/schema.ts";
import { composeEmail } from "../../../platform/mail/compose.ts";
import { queueEmail } from "../../../platform/mail/outbox.ts";
import { orderedId } from "../../../platform/ordered-id.ts";
import { addHistory } from "../../../records/cases/save-case.ts";
import { readRoles } from "../../access/staff-session.ts";
import { type Actor, writeAudit } from "../../audit/write-audit.ts";
import { lockCase } from "./change-case.ts";

/** A note for colleagues; the person never sees it. */
interface NewNote {
  readonly text: string;
  /** Ids of colleagues who get an email. */
  readonly mentions: readonly string[];
}

/**
 * Adds a note. Notes never conflict: the version of the case that the writer saw does not matter.
 * @param origin the site's, for the link in emails
 * @param now milliseconds since 1970
 * @throws ApiError "not-found", "invalid" for a colleague who cannot read the inbox
 */
export async function addNote(
  trx: Transaction<Database>,
  reference: string,
  { text, mentions }: NewNote,
  actor: Actor,
  origin: string,
  now: number,
): Promise<void> {
  const found = await lockCase(trx, reference);
  if (!found) throw new ApiError("not-found");
  const mentioned = await findMentioned(trx, mentions);
  await trx
    .insertInto("case_entries")
    .values({
      id: orderedId(),
      case_id: found.id,
      at: now,
      kind: "note",
      staff_id: actor.staffId,
      text,
      mentions: JSON.stringify(mentioned.map(({ id }) => id)),
      via: null,
      source_key: null,
    })
    .execute();
  await trx
    .updateTable("cases")
    .set({ version: sql`version + 1`, changed_at: now })
    .where("id", "=", found.id)
    .execute();
  const names = mentioned.map(({ name }) => name).join(", ");
  const what = names === "" ? "Added a note" : `Mentioned ${names} in a note`;
  await addHistory(trx, found.id, actor.staffId, what, now);
  await writeAudit(trx, actor, { kind: "change", what, target: reference }, now);
  for (const { email } of mentioned) {
    const notice = composeEmail({
      kind: "mention",
      recipient: email,
      subject: `${actor.name} mentioned you: ${reference}`,
      lines: [
        `${actor.name} mentioned you in a note on case ${reference}.`,
        `Read it at the desk:\n${origin}${deskPaths.inbox}/${reference}`,
      ],
      headers: { "Auto-Submitted": "auto-generated" },
    });
    await queueEmail(trx, notice, now);
  }
}

async function findMentioned(trx: Transaction<Database>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const people = await trx
    .selectFrom("staff")
    .select(["id", "name", "email", "roles"])
    .where("id", "in", [...new Set(ids)])
    .where("disabled_at", "is", null)
    .where("joined_at", "is not", null)
    .execute();
  const able = people.filter(({ roles }) => hasPermission(readRoles(roles), "inbox-read"));
  if (able.length < new Set(ids).size) {
    const fields = { mentions: "Mention only people who can read the inbox." };
    throw new ApiError("invalid", { fields });
  }
  return able;
}
