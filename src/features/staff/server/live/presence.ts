import type { Kysely } from "kysely";
import type { Presence } from "../../../../platform/contract/desk/live.ts";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";

/** Pages send every ten seconds which record they show; after this time it counts as left. */
const presentForMs = seconds(25);

/** An open record. */
interface OpenRecord {
  readonly topic: string;
  readonly reference: string;
}

/**
 * Stores, in one statement, which record a staff member has open. Leaving a record that another
 * window has replaced with its own changes nothing.
 */
export async function setPresence(
  db: Kysely<Database>,
  staffId: string,
  { topic, reference, state }: OpenRecord & { readonly state: "reading" | "writing" | "left" },
  now: number,
): Promise<void> {
  if (state === "left") {
    await db
      .deleteFrom("case_presence")
      .where("staff_id", "=", staffId)
      .where("topic", "=", topic)
      .where("reference", "=", reference)
      .execute();
    return;
  }
  const is_writing = state === "writing" ? 1 : 0;
  const row = { staff_id: staffId, topic, reference, seen_at: now, is_writing };
  await db
    .insertInto("case_presence")
    .values(row)
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet(row))
    .execute();
}

/** Who has a record open. */
export async function listPresent(
  db: Kysely<Database>,
  { topic, reference }: OpenRecord,
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("case_presence")
    .select("staff_id")
    .where("topic", "=", topic)
    .where("reference", "=", reference)
    .where("seen_at", ">", now - presentForMs)
    .execute();
  return rows.map((row) => row.staff_id);
}

/** Records that are open now, by staff member. */
export async function readPresence(db: Kysely<Database>, now: number): Promise<Presence> {
  const rows = await db
    .selectFrom("case_presence")
    .select(["staff_id", "topic", "reference", "is_writing"])
    .where("seen_at", ">", now - presentForMs)
    // Compared as text by the live channel.
    .orderBy("staff_id")
    .execute();
  return Object.fromEntries(
    rows.map(({ staff_id: id, topic, reference, is_writing }) => [
      id,
      { topic, reference, isWriting: is_writing === 1 },
    ]),
  );
}
