import { sql, type Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import {
  findMentioned,
  type NewNote,
  noteEvent,
  queueMentions,
} from "../../../staff/server/mentions.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { lockCase } from "./lock-case.ts";

/**
 * Adds a note. Notes never conflict, so the writer's version does not matter.
 * @param origin the site's, for the link in emails
 * @throws ApiError "not-found", "invalid" for a mentioned staff member who cannot read the inbox
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
  const mentioned = await findMentioned(trx, mentions, "inbox-read");
  const entryId = orderedId();
  await trx
    .insertInto("conversation_entries")
    .values({
      id: entryId,
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
  for (const { id: staffId } of mentioned) {
    const mention = { id: orderedId(), case_id: found.id, staff_id: staffId, entry_id: entryId };
    await trx.insertInto("case_mentions").values(mention).execute();
  }
  await trx
    .updateTable("cases")
    .set({ version: sql`version + 1`, changed_at: now })
    .where("id", "=", found.id)
    .execute();
  const subject = { ...found, kind: "case" } as const;
  await recordEvent(trx, { ...noteEvent(mentioned), actor, subject, audit: "change" }, now);
  const noted = { kind: "case", reference, url: `${origin}${deskPaths.inbox}/${reference}` };
  await queueMentions(trx, mentioned, noted, actor.name, now);
}
