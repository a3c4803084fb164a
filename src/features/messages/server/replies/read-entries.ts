import { type Kysely, sql } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { CaseEntry } from "../../contract/entries.ts";
import type { ConversationEmails } from "../conversation-page/inbound-emails.ts";
import { idsOf, type Owner, ownerColumns } from "../conversation-page/owner.ts";
import { findQuotes, maxShownLength, shortenTexts } from "../conversation-page/shown-text.ts";
import { readSentFiles } from "../reply-files/attached-files.ts";
import { readDeliveries } from "./delivery.ts";

/** The newest entries of a conversation, oldest first, with the delivery state of our emails. */
export async function readEntries(
  db: Kysely<Database>,
  owner: Owner,
  { byEntry }: ConversationEmails,
  maxShown: number,
): Promise<readonly CaseEntry[]> {
  const rows = await db
    .selectFrom("conversation_entries")
    .select(["id", "case_id", "at", "kind", "staff_id", "mentions", "via"])
    .select(sql<string>`substr(text, 1, ${maxShownLength + 1})`.as("text"))
    .where(ownerColumns[owner.kind], "in", idsOf(owner))
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();
  const replies = await readDeliveries(db, owner);
  const files = await readSentFiles(db, owner);
  const entries = rows.reverse();
  const texts = shortenTexts(entries.map(({ text }) => text));
  const whole = texts.map(({ text }) => text);
  return entries.map((row, index) => {
    const { text = "", isCut = false } = texts[index] ?? {};
    const email = byEntry.get(row.id) ?? null;
    return {
      id: row.id,
      at: new Date(row.at).toISOString(),
      kind: row.kind as CaseEntry["kind"],
      from: owner.merged?.get(row.case_id ?? "") ?? null,
      staffId: row.staff_id,
      text,
      isCut,
      quotes: row.via === "email" ? findQuotes(text, whole.slice(0, index)) : [],
      email,
      mentions: JSON.parse(row.mentions),
      via: row.via as CaseEntry["via"],
      template: replies.get(row.id)?.template ?? "",
      files: files.get(row.id) ?? [],
      delivery: replies.get(row.id)?.delivery ?? null,
    };
  });
}
