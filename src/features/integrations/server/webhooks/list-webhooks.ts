import type { Kysely, Selectable } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import {
  type DeliveryListResponse,
  deliveriesPerPage,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  type WebhookEndpoint,
  type WebhookOffReason,
  webhookTryDays,
} from "../../contract/webhooks.ts";
import { messageIdOf, writeBody } from "./message-body.ts";
import { toTimestamp } from "./send-message.ts";

type EndpointRow = Selectable<Database["webhook_endpoints"]>;

const toTime = (at: number) => new Date(Number(at)).toISOString();

/** All endpoints, oldest first. @param now milliseconds since 1970 */
export async function listEndpoints(db: Kysely<Database>, now: number): Promise<WebhookEndpoint[]> {
  const rows = await db.selectFrom("webhook_endpoints").selectAll().orderBy("id").execute();
  return rows.map((row) => toEndpoint(row, now));
}

function toEndpoint(row: EndpointRow, now: number): WebhookEndpoint {
  const { failing_since: failing, off_at: off, former_until: former } = row;
  const isRotating = row.former_secret !== null && former !== null && Number(former) > now;
  return {
    id: row.id,
    url: row.url,
    topics: JSON.parse(row.topics),
    includesContents: Number(row.includes_contents) === 1,
    isTest: Number(row.is_test) === 1,
    createdAt: toTime(row.created_at),
    secretChangedAt: toTime(row.secret_at),
    formerSecretUntil: isRotating ? toTime(former) : null,
    failingSince: failing === null ? null : toTime(failing),
    goesOffAt:
      failing === null || off !== null ? null : toTime(Number(failing) + days(webhookTryDays)),
    off: off === null ? null : { since: toTime(off), reason: row.off_reason as WebhookOffReason },
  };
}

/**
 * The log of an endpoint, newest first.
 * @param before id of the last delivery of the previous page; "" for the first page
 */
export async function listDeliveries(
  db: Kysely<Database>,
  endpointId: string,
  before: string,
  onlyFailed: boolean,
): Promise<DeliveryListResponse> {
  const rows = await selectDeliveries(db)
    .where("webhook_deliveries.endpoint_id", "=", endpointId)
    .$if(before !== "", (query) => query.where("webhook_deliveries.id", "<", before))
    .$if(onlyFailed, (query) => query.where("webhook_deliveries.state", "=", "failed"))
    .orderBy("webhook_deliveries.id", "desc")
    .limit(deliveriesPerPage + 1)
    .execute();
  const shown = rows.slice(0, deliveriesPerPage);
  return {
    deliveries: shown.map(toDelivery),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** One delivery with its payload. @param origin of the site, without a trailing slash */
export async function readDelivery(
  db: Kysely<Database>,
  id: string,
  origin: string,
): Promise<WebhookDeliveryDetails | undefined> {
  const row = await selectDeliveries(db)
    .select([
      "webhook_deliveries.tried_at",
      "webhook_deliveries.signature",
      "webhook_deliveries.had_contents",
      "webhook_deliveries.answer",
    ])
    .where("webhook_deliveries.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const message = await db
    .selectFrom("webhook_messages")
    .selectAll()
    .where("id", "=", row.message_id)
    .executeTakeFirstOrThrow();
  const { tried_at: triedAt, signature, answer } = row;
  const headers =
    triedAt === null
      ? null
      : { id: messageIdOf(message), timestamp: toTimestamp(triedAt), signature };
  return {
    ...toDelivery(row),
    headers,
    body: writeBody(message, origin),
    hadContents: Number(row.had_contents) === 1,
    answer,
  };
}

function selectDeliveries(db: Kysely<Database>) {
  return db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhook_messages", "webhook_messages.id", "webhook_deliveries.message_id")
    .select([
      "webhook_deliveries.id",
      "webhook_deliveries.message_id",
      "webhook_deliveries.state",
      "webhook_deliveries.problem",
      "webhook_deliveries.attempts",
      "webhook_deliveries.next_try_at",
      "webhook_deliveries.took_ms",
      "webhook_deliveries.http_status",
      "webhook_messages.event",
      "webhook_messages.created_at",
    ]);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>["execute"]>>[number];

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const state = row.state as WebhookDelivery["state"];
  return {
    id: row.id,
    at: toTime(row.created_at),
    event: row.event,
    state,
    status: row.http_status === null ? null : Number(row.http_status),
    problem: row.problem,
    ms: row.took_ms === null ? null : Number(row.took_ms),
    tries: Number(row.attempts),
    nextTryAt: state === "waiting" ? toTime(row.next_try_at) : null,
  };
}
