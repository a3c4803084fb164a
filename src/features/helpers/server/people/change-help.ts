import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type HelpEnding, type HelpPart, helpLimits } from "../../contract/helpers.ts";
import type { HelperTable } from "../tables.ts";
import { type EndContext, emailEnded, emailPart } from "./emails.ts";
import { emitHelp } from "./help-events.ts";
import type { InviteContext } from "./invite.ts";

/**
 * A help or an invitation that has not ended, locked until the commit.
 * @param uid of the person; undefined for staff
 * @throws ApiError "not-found"
 */
export async function lockHelp(
  trx: Transaction<Database>,
  id: string,
  uid?: string,
): Promise<HelperTable> {
  const row = await trx
    .selectFrom("helpers")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (uid !== undefined && row.uid !== uid)) throw new ApiError("not-found");
  return row;
}

/** Turns a part on or off, and tells the helper. */
export async function setPart(
  trx: Transaction<Database>,
  row: HelperTable,
  { part, isOn }: { readonly part: HelpPart; readonly isOn: boolean },
  context: InviteContext,
): Promise<void> {
  if ((Number(row[part]) === 1) === isOn) return;
  const changed = { ...row, [part]: Number(isOn) };
  await trx
    .updateTable("helpers")
    .set({ [part]: Number(isOn) })
    .where("id", "=", row.id)
    .execute();
  await emailPart(trx, row, { part, isOn }, context);
  await emitHelp(trx, "changed", changed, context.now());
}

/** Lets the help continue for a year from now. @throws ApiError "not-found" for an invitation */
export async function renewHelp(
  trx: Transaction<Database>,
  row: HelperTable,
  context: InviteContext,
): Promise<void> {
  const now = context.now();
  if (row.until_at === null || Number(row.until_at) <= now) throw new ApiError("not-found");
  const renewed = { until_at: now + days(helpLimits.helpDays), reminded_at: null };
  await trx.updateTable("helpers").set(renewed).where("id", "=", row.id).execute();
  await emitHelp(trx, "changed", { ...row, ...renewed }, now);
}

/** Ends a help at once, or an invitation, and tells whoever did not do it. */
export async function endHelp(
  trx: Transaction<Database>,
  row: HelperTable,
  by: HelpEnding,
  context: EndContext,
): Promise<void> {
  const now = context.now();
  const ended = { ended_at: now, ended_by: by, secret_hash: null };
  await trx.updateTable("helpers").set(ended).where("id", "=", row.id).execute();
  const wasAccepted = row.accepted_at !== null;
  if (wasAccepted && by !== "declined" && by !== "deleted") {
    await emailEnded(trx, row, by, context);
  }
  await emitHelp(trx, "ended", { ...row, ...ended }, now);
}

/**
 * Ends every help and invitation that names an account, before it is merged into another one: what
 * somebody may see or do would be more afterwards than what was agreed.
 */
export async function endHelpsOf(
  trx: Transaction<Database>,
  uid: string,
  now: number,
): Promise<void> {
  const rows = await trx
    .selectFrom("helpers")
    .selectAll()
    .where("ended_at", "is", null)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("uid", "=", uid),
        eb("id", "in", selectFrom("helper_logins").select("id").where("uid", "=", uid)),
      ]),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const row of rows) await endHelp(trx, row, "merged", { now: () => now });
}
