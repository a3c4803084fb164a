import type { Kysely, Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { cancellationForm } from "../../contract/forms/cancellation.ts";

type Db = Kysely<Database> | Transaction<Database>;

/** The cases that are merged into one, also by way of others: references by id. */
export async function readMerged(db: Db, id: string): Promise<ReadonlyMap<string, string>> {
  const merged = new Map<string, string>();
  for (let kept = [id]; kept.length > 0; ) {
    const rows = await db
      .selectFrom("case_merges")
      .innerJoin("cases", "cases.id", "case_merges.case_id")
      .select(["cases.id", "cases.reference"])
      .where("case_merges.kept_id", "in", kept)
      .execute();
    for (const row of rows) merged.set(row.id, row.reference);
    kept = rows.map((row) => row.id);
  }
  return merged;
}

/** Whether a message is a cancellation, or one is merged into it: staff still have to stop the payments. */
export async function holdsCancellation(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("submissions")
    .select("id")
    .where("id", "in", [id, ...(await readMerged(db, id)).keys()])
    .where("collection", "=", cancellationForm.collection)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The id of the case that shows the messages of one: its own, unless it is merged. */
export async function findKept(db: Db, id: string): Promise<string> {
  for (let kept = id; ; ) {
    const row = await db
      .selectFrom("case_merges")
      .select("kept_id")
      .where("case_id", "=", kept)
      .executeTakeFirst();
    if (!row) return kept;
    kept = row.kept_id;
  }
}

/** The reference of the case that shows the messages of one. */
export async function readKeptReference(db: Db, id: string): Promise<string> {
  const { reference } = await db
    .selectFrom("cases")
    .select("reference")
    .where("id", "=", await findKept(db, id))
    .executeTakeFirstOrThrow();
  return reference;
}

/** Why nothing is changed in a merged case, as a sentence; undefined if it is not merged. */
export async function findMergeObstacle(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("case_merges")
    .innerJoin("cases", "cases.id", "case_merges.kept_id")
    .select("cases.reference")
    .where("case_merges.case_id", "=", id)
    .executeTakeFirst();
  return row && `This message is merged into ${row.reference}. Work on that one, or separate them.`;
}

/** @throws ApiError "invalid" for a merged case */
export async function rejectMerged(db: Db, id: string): Promise<void> {
  const message = await findMergeObstacle(db, id);
  if (message !== undefined) throw new ApiError("invalid", { message });
}
