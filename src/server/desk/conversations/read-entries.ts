import type { Kysely } from "kysely";
import type { CaseEntry } from "../../../contract/desk/inbox.ts";
import type { Database } from "../../platform/db/schema.ts";
import { type Owner, ownerColumns } from "../../records/conversations/owner.ts";
import { readDeliveries } from "./delivery.ts";

/** The newest entries of a conversation, oldest first, with the delivery state of our emails. */
export async function readEntries(
  db: Kysely<Database>,
  owner: Owner,
  maxShown: number,
): Promise<readonly CaseEntry[]> {
  const rows = await db
    .selectFrom("conversation_entries")
    .selectAll()
    .where(ownerColumns[owner.kind], "=", owner.id)
    .orderBy("id", "desc")
    .limit(maxShown)
    .execute();
  const replies = await readDeliveries(db, owner);
  return rows.reverse().map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    kind: row.kind as CaseEntry["kind"],
    staffId: row.staff_id,
    text: row.text,
    mentions: JSON.parse(row.mentions),
    via: row.via as CaseEntry["via"],
    template: replies.get(row.id)?.template ?? "",
    delivery: replies.get(row.id)?.delivery ?? null,
  }));
}
