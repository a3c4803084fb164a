import { sql, type Transaction } from "kysely";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { recordEvent } from "../../../staff/server/record-event.ts";
import type { Actor } from "../../../staff/server/write-audit.ts";
import { setSeparate } from "../cases/separate-cases.ts";
import { lockCase } from "./lock-case.ts";

/**
 * Sets whether a case is from somebody other than the person whose email or support ID it contains.
 * @throws ApiError "not-found"
 */
export async function separateCase(
  trx: Transaction<Database>,
  reference: string,
  isSeparate: boolean,
  actor: Actor,
  now: number,
): Promise<void> {
  const found = await lockCase(trx, reference);
  if (!found) throw new ApiError("not-found");
  if (!(await setSeparate(trx, found.id, isSeparate, actor.staffId ?? "", now))) return;
  await trx
    .updateTable("cases")
    .set({ version: sql`version + 1`, changed_at: now })
    .where("id", "=", found.id)
    .execute();
  const event = { kind: "case.separate", data: { to: isSeparate }, audit: "change" } as const;
  await recordEvent(trx, { ...event, actor, subject: { ...found, kind: "case" } }, now);
}
