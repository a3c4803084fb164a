import type { Transaction } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { orderedId } from "../../../../platform/server/ordered-id.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import { testEvent, type WebhookDelivery, webhookTryDays } from "../../contract/webhooks.ts";
import { readDelivery } from "./list-webhooks.ts";
import { newDelivery } from "./queue-deliveries.ts";
import { sendMessage } from "./send-message.ts";
import { auditTarget, hostOf } from "./switch-off.ts";

const batchSize = 500;

type Write = Pick<AppContext["database"], "write">;

/**
 * Queues a delivery again with the same id; a waiting one is sent at once.
 * @throws ApiError "not-found"; "webhook-off" while its endpoint is off
 */
export async function replayDelivery(
  { write }: Write,
  actor: Actor,
  id: string,
  now: number,
): Promise<void> {
  await write(async (trx) => {
    const found = await trx
      .selectFrom("webhook_deliveries")
      .innerJoin("webhook_endpoints", "webhook_endpoints.id", "webhook_deliveries.endpoint_id")
      .innerJoin("webhook_messages", "webhook_messages.id", "webhook_deliveries.message_id")
      .select(["webhook_messages.event", "webhook_endpoints.url", "webhook_endpoints.off_at"])
      .where("webhook_deliveries.id", "=", id)
      .executeTakeFirst();
    if (!found) throw new ApiError("not-found");
    if (found.off_at !== null) throw new ApiError("webhook-off");
    await requeue(trx, [id], now);
    const what = `Sent ${found.event} to ${hostOf(found.url)} again`;
    await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now);
  });
}

/**
 * Queues all failed deliveries of an endpoint since a time again.
 * @param since milliseconds since 1970, as `now`
 * @returns how many
 * @throws ApiError "not-found", "webhook-off"
 */
export async function replayFailed(
  { write }: Write,
  actor: Actor,
  endpointId: string,
  since: number,
  now: number,
): Promise<number> {
  let count = 0;
  for (let last = batchSize; last === batchSize; count += last) {
    last = await write((trx) => replayBatch(trx, endpointId, since, now));
  }
  await write(async (trx) => {
    const { url } = await requireOn(trx, endpointId);
    const what = `Sent what had failed to ${hostOf(url)} again: ${count}`;
    await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now);
  });
  return count;
}

async function replayBatch(
  trx: Transaction<Database>,
  endpointId: string,
  since: number,
  now: number,
): Promise<number> {
  await requireOn(trx, endpointId);
  const rows = await trx
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("endpoint_id", "=", endpointId)
    .where("state", "=", "failed")
    .where("created_at", ">=", since)
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await requeue(trx, ids, now);
  return ids.length;
}

async function requeue(trx: Transaction<Database>, ids: readonly string[], now: number) {
  await trx
    .updateTable("webhook_deliveries")
    .set({
      state: "waiting",
      attempts: 0,
      next_try_at: now,
      leased_until: 0,
      try_until: now + days(webhookTryDays),
    })
    .where("id", "in", ids)
    .execute();
}

/** @throws ApiError "not-found", "webhook-off" */
async function requireOn(trx: Transaction<Database>, id: string) {
  const endpoint = await trx
    .selectFrom("webhook_endpoints")
    .select(["url", "off_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!endpoint) throw new ApiError("not-found");
  if (endpoint.off_at !== null) throw new ApiError("webhook-off");
  return endpoint;
}

/**
 * Sends a test to an endpoint at once, even if it is disabled, in a single attempt.
 * @throws ApiError "not-found"
 */
export async function sendTest(
  context: Pick<AppContext, "database" | "config" | "origin" | "now">,
  actor: Actor,
  endpointId: string,
): Promise<WebhookDelivery> {
  const { database, now, origin } = context;
  const endpoint = await database.db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", endpointId)
    .executeTakeFirst();
  if (!endpoint) throw new ApiError("not-found");
  const message = {
    id: orderedId(),
    event: testEvent,
    record_id: "",
    data: JSON.stringify({ test: true }),
    created_at: now(),
    position: null,
    object_id: "",
    external_id: null,
    sequence: null,
    uid: null,
  };
  const result = await sendMessage(endpoint, message, context);
  const state = result.problem === "" ? "sent" : "failed";
  const delivery = { ...newDelivery(message, endpointId, now()), ...result, state, attempts: 1 };
  await database.write(async (trx) => {
    await trx.insertInto("webhook_messages").values(message).execute();
    await trx.insertInto("webhook_deliveries").values(delivery).execute();
    const what = `Sent a test to ${hostOf(endpoint.url)}`;
    await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now());
  });
  const stored = await readDelivery(database.db, delivery.id, origin());
  if (!stored) throw new ApiError("not-found");
  return stored;
}
