import type { Kysely } from "kysely";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import type { Presence } from "../../contract/desk/inbox.ts";

/** Pages send every ten seconds which case they show; after this time the case counts as left. */
const presentForMs = seconds(25);

/**
 * Stores, in one statement, which case a staff member has open. Leaving a case that another window
 * has replaced with its own changes nothing.
 */
export async function setPresence(
  db: Kysely<Database>,
  staffId: string,
  { reference, state }: { reference: string; state: "reading" | "writing" | "left" },
  now: number,
): Promise<void> {
  if (state === "left") {
    await db
      .deleteFrom("case_presence")
      .where("staff_id", "=", staffId)
      .where("reference", "=", reference)
      .execute();
    return;
  }
  const is_writing = state === "writing" ? 1 : 0;
  const row = { staff_id: staffId, reference, seen_at: now, is_writing };
  await db
    .insertInto("case_presence")
    .values(row)
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet(row))
    .execute();
}

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
export async function readPresence(db: Kysely<Database>, now: number): Promise<Presence> {
  const rows = await db
    .selectFrom("case_presence")
    .select(["staff_id", "reference", "is_writing"])
    .where("seen_at", ">", now - presentForMs)
    // Compared as text by the event stream.
    .orderBy("staff_id")
    .execute();
  return Object.fromEntries(
    rows.map(({ staff_id: id, reference, is_writing: isWriting }) => [
      id,
      { reference, isWriting: isWriting === 1 },
    ]),
  );
}
