import type { Selectable, Transaction } from "kysely";
import { deskPaths } from "../../../platform/contract/desk/paths.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { noteReceivers } from "../../integrations/server/webhooks/deletion-receivers.ts";
import { emitEvents } from "../../integrations/server/webhooks/emit-events.ts";
import { emitRequestsDeleted } from "../../requests/server/request-events.ts";

/** An event of an account, in the transaction that changes it. */
export async function emitAccount(
  trx: Transaction<Database>,
  what: "created" | "email_changed" | "locked" | "unlocked",
  uid: string,
  now: number,
): Promise<void> {
  const data = { page: `${deskPaths.customers}/${uid}` };
  const event = `account.${what}` as const;
  await emitEvents(trx, [{ event, recordId: uid, object: { id: uid }, uid, data }], now);
}

/** An event of a payment profile that was completed or lost, or of which more or less is needed. */
export async function emitPaymentProfile(
  trx: Transaction<Database>,
  uid: string,
  now: number,
): Promise<void> {
  const profile = await trx
    .selectFrom("profiles")
    .leftJoin("payment_accounts", (join) =>
      join
        .onRef("payment_accounts.uid", "=", "profiles.uid")
        .onRef("payment_accounts.account_id", "=", "profiles.stripe_account_id"),
    )
    .select(["stripe_account_id", "needs"])
    .where("profiles.uid", "=", uid)
    .executeTakeFirst();
  if (!profile) return;
  const isComplete = profile.stripe_account_id !== null;
  const needsMore = isComplete && profile.needs !== null && profile.needs !== "[]";
  const data = { customer: { uid }, isComplete, needsMore };
  const event = "payment_profile.changed" as const;
  await emitEvents(trx, [{ event, recordId: uid, object: { id: uid }, uid, data }], now);
}

/** What is left to tell about accounts that are about to be deleted. */
interface GoneAccounts {
  readonly uids: readonly string[];
  readonly externalIds: readonly {
    readonly uid: string;
    readonly system: string;
    readonly id: string;
  }[];
  readonly requests: readonly GoneRequest[];
}

type GoneRequest = Pick<Selectable<Database["requests"]>, "id" | "document_id" | "uid">;

/** Reads it before the deletion. @param uids also of accounts that were merged into others */
export async function readGone(
  trx: Transaction<Database>,
  uids: readonly string[],
): Promise<GoneAccounts> {
  if (uids.length === 0) return { uids, externalIds: [], requests: [] };
  const accounts = await trx
    .selectFrom("accounts")
    .select("uid")
    .where("uid", "in", uids)
    .execute();
  const merged = await trx
    .selectFrom("account_merges")
    .select("merged_uid as uid")
    .where("merged_uid", "in", uids)
    .execute();
  const externalIds = await trx
    .selectFrom("customer_external_ids")
    .select(["uid", "system", "external_id as id"])
    .where("uid", "in", uids)
    .orderBy("id")
    .execute();
  const requests = await trx
    .selectFrom("requests")
    .select(["id", "document_id", "uid"])
    .where("uid", "in", uids)
    .orderBy("id")
    .execute();
  return { uids: [...accounts, ...merged].map(({ uid }) => uid), externalIds, requests };
}

/**
 * Events of deleted accounts and of their requests. Earlier events about them lose their data, also
 * where they still wait to be sent.
 */
export async function emitGone(
  trx: Transaction<Database>,
  { uids, externalIds, requests }: GoneAccounts,
  now: number,
): Promise<void> {
  if (uids.length === 0) return;
  await trx
    .updateTable("webhook_messages")
    .set({ data: "{}", uid: null })
    .where("uid", "in", uids)
    .execute();
  await emitRequestsDeleted(trx, requests, now);
  const events = uids.map((uid) => ({
    event: "account.deleted" as const,
    recordId: uid,
    object: { id: uid },
    data: {
      uid,
      externalIds: externalIds
        .filter((one) => one.uid === uid)
        .map(({ system, id }) => ({ system, id })),
    },
  }));
  await noteReceivers(trx, await emitEvents(trx, events, now), now);
}
