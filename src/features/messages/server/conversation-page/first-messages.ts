import type { Kysely } from "kysely";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { CaseEntry } from "../../contract/entries.ts";
import { isBegunByStaff } from "../../contract/staff-begun.ts";
import { readSubmittedCase } from "../cases/submitted-case.ts";
import type { ConversationEmails } from "./inbound-emails.ts";
import { idsOf, type Owner } from "./owner.ts";
import { findQuotes, maxShownLength } from "./shown-text.ts";

type FirstMessage = Pick<CaseEntry, "id" | "at" | "from" | "text" | "isCut" | "quotes" | "email">;

/** The messages that a case, and those merged into it, began with. */
export async function readFirstMessages(
  db: Kysely<Database>,
  owner: Owner,
  { opening }: ConversationEmails,
): Promise<readonly FirstMessage[]> {
  const rows = await db
    .selectFrom("submissions")
    .select(["id", "collection", "data", "created_at"])
    .where("id", "in", idsOf(owner))
    .execute();
  return rows
    .filter(({ collection }) => !isBegunByStaff(collection))
    .map((row) => {
      const { message } = readSubmittedCase(row.collection, JSON.parse(row.data));
      const text = message.slice(0, maxShownLength).toWellFormed();
      const email = opening.get(row.id) ?? null;
      return {
        id: row.id === owner.id ? "first" : row.id,
        at: new Date(Number(row.created_at)).toISOString(),
        from: owner.merged?.get(row.id) ?? null,
        text,
        isCut: text.length < message.length,
        quotes: email ? findQuotes(text, []) : [],
        email,
      };
    });
}

/** First messages and later entries of a conversation, oldest first. */
export function inOrder<Entry extends { readonly at: string }>(
  first: readonly NoInfer<Entry>[],
  entries: readonly Entry[],
): readonly Entry[] {
  return [...first, ...entries].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
