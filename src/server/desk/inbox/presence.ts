import type { Kysely } from "kysely";
import { seconds } from "../../../contract/durations.ts";
import type { Database } from "../../platform/db/schema.ts";

/** Pages send every ten seconds which case they show; after this time the case counts as left. */
const presentForMs = seconds(25);

/** Stores, in one statement, which case a staff member has open. @param reference null: none */
export async function setPresence(
  db: Kysely<Database>,
  staffId: string,
  reference: string | null,
  now: number,
): Promise<void> {
  if (reference === null) {
    await db.deleteFrom("case_presence").where("staff_id", "=", staffId).execute();
    return;
  }
  const row = { staff_id: staffId, reference, seen_at: now };
  await db
    .insertInto("case_presence")
    .values(row)
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet(row))
    .execute();
}

/** Who has a case open. */
export async function listPresent(
  db: Kysely<Database>,
  reference: string,
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("case_presence")
    .select("staff_id")
    .where("reference", "=", reference)
    .where("seen_at", ">", now - presentForMs)
    .execute();
  return rows.map((row) => row.staff_id);
}

/** Cases that are open now, by staff member. */
export async function readPresence(
  db: Kysely<Database>,
  now: number,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("case_presence")
    .select(["staff_id", "reference"])
    .where("seen_at", ">", now - presentForMs)
    // Compared as text by the event stream.
    .orderBy("staff_id")
    .execute();
  return Object.fromEntries(rows.map((row) => [row.staff_id, row.reference]));
}
