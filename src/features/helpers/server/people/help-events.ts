import type { Transaction } from "kysely";
import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { isoTime, timeOrNull } from "../../../../platform/server/values/iso-time.ts";
import { emitEvents } from "../../../integrations/server/webhooks/emit-events.ts";
import type { HelpEnding } from "../../contract/helpers.ts";
import type { HelperTable } from "../tables.ts";

/** For programs, in the transaction of the change; and the desk's page of the customer is read again. */
export async function emitHelp(
  trx: Transaction<Database>,
  what: "invited" | "accepted" | "changed" | "ended",
  row: HelperTable,
  now: number,
): Promise<void> {
  const login = await trx
    .selectFrom("helper_logins")
    .select("uid")
    .where("id", "=", row.id)
    .executeTakeFirst();
  const data = {
    customer: { uid: row.uid },
    // Nothing of an account that is being deleted.
    helper: login && row.ended_by !== "deleted" ? { uid: login.uid } : null,
    mayReadRequests: Number(row.requests) === 1,
    mayAsk: Number(row.asks) === 1,
    mayUseMessages: Number(row.messages) === 1,
    invitedAt: isoTime(row.invited_at),
    acceptedAt: timeOrNull(row.accepted_at),
    endsAt: timeOrNull(row.until_at),
    endedBy: row.ended_by as HelpEnding | null,
    page: `${deskPaths.customers}/${row.uid}`,
  };
  const { id, uid } = row;
  const event = `helper.${what}` as const;
  await trx.insertInto("stale_customers").values({ uid }).execute();
  await emitEvents(trx, [{ event, recordId: id, object: { id }, uid, data }], now);
}
