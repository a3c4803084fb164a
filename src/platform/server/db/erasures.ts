import type { Transaction } from "kysely";
import { orderedId } from "../ordered-id.ts";
import type { Database } from "./schema.ts";

/**
 * Notes in the transaction of a deletion that its bytes are to be overwritten; `scrub` does it soon.
 */
export async function noteErasure(trx: Transaction<Database>, now: number): Promise<void> {
  await trx.insertInto("erasures").values({ id: orderedId(), at: now }).execute();
}
