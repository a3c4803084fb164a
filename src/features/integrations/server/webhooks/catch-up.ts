import type { Kysely, Selectable } from "kysely";
import { seconds } from "../../../../platform/contract/durations.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { type Actor, writeAudit } from "../../../staff/server/write-audit.ts";
import { topicOf, type WebhookEvent, webhookTopicNames } from "../../contract/webhooks.ts";
import { confirmDeletion } from "./deletion-receivers.ts";
import { tryTimeoutMs } from "./delivery-queue.ts";
import { readPosition, readQueued } from "./event-counters.ts";
import { newDelivery, objectOf } from "./queue-deliveries.ts";
import { sendMessage } from "./send-message.ts";
import { auditTarget, hostOf } from "./switch-off.ts";

type Endpoint = Selectable<Database["webhook_endpoints"]>;
type Message = Selectable<Database["webhook_messages"]>;
type CatchUpContext = Pick<AppContext, "database" | "config" | "origin" | "now">;

/** Events that are read at once. */
const pageSize = 200;

interface CaughtUp {
  readonly sent: number;
  readonly refused: number;
  /** Why it stopped before the end: there was no response. */
  readonly problem: string | undefined;
}

/**
 * Sends an endpoint what it missed, oldest first: after a position everything, otherwise what was not
 * delivered since it first missed something. A refused event holds back later ones of its object; it
 * stops without a response. Works also while the endpoint is off.
 * @throws ApiError "not-found"; "invalid" for a position that was not given yet
 */
export async function catchUp(
  context: CatchUpContext,
  actor: Actor,
  endpointId: string,
  after: number | undefined,
): Promise<CaughtUp> {
  const { database, now } = context;
  const { db } = database;
  const endpoint = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("id", "=", endpointId)
    .executeTakeFirst();
  if (!endpoint) throw new ApiError("not-found");
  const last = await readPosition(db);
  if (after !== undefined && after > last) throw new ApiError("invalid");
  const start = after ?? (await findFirstMissed(db, endpoint));
  const topics: readonly string[] = JSON.parse(endpoint.topics);
  const events = webhookTopicNames.filter((topic) => topics.includes(topic));
  const held = new Set<string>();
  let [sent, refused, position] = [0, 0, start];
  let problem: string | undefined;
  while (position < last && problem === undefined) {
    const page = await readPage(db, endpoint.id, position, last, after === undefined);
    for (const message of page) {
      position = Number(message.position);
      const object = objectOf(message);
      if (!events.includes(topicOf(message.event as WebhookEvent)) || held.has(object)) continue;
      const result = await sendOnce(context, endpoint, message);
      if (result?.problem === "") {
        sent += 1;
        continue;
      }
      // The server sends it and those after it, or they wait for it.
      held.add(object);
      if (result === undefined) continue;
      refused += 1;
      if (result.http_status !== null) continue;
      problem = result.problem;
      break;
    }
    if (page.length < pageSize) break;
  }
  await database.write(async (trx) => {
    if (refused === 0) {
      const caughtUp = { missed_after: endpoint.off_at === null ? null : last };
      await trx
        .updateTable("webhook_endpoints")
        .set(caughtUp)
        .where("id", "=", endpoint.id)
        .execute();
    }
    const what = `Sent ${hostOf(endpoint.url)} what it had missed: ${sent}`;
    await writeAudit(trx, actor, { kind: "change", what, target: auditTarget }, now());
  });
  return { sent, refused, problem };
}

/** Position before the first event that was not delivered, or was not sent because it was off. */
async function findFirstMissed(db: Kysely<Database>, endpoint: Endpoint): Promise<number> {
  const { first } = await db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.min("position").as("first"))
    .where("endpoint_id", "=", endpoint.id)
    .where("state", "!=", "sent")
    .executeTakeFirstOrThrow();
  const starts = [
    await readQueued(db),
    ...(endpoint.missed_after === null ? [] : [Number(endpoint.missed_after)]),
    ...(first === null ? [] : [Number(first) - 1]),
  ];
  return Math.min(...starts);
}

function readPage(
  db: Kysely<Database>,
  endpointId: string,
  after: number,
  last: number,
  onlyMissed: boolean,
): Promise<readonly Message[]> {
  return db
    .selectFrom("webhook_messages")
    .selectAll()
    .where("position", ">", after)
    .where("position", "<=", last)
    .$if(onlyMissed, (query) =>
      query.where("id", "not in", (sent) =>
        sent
          .selectFrom("webhook_deliveries")
          .select("message_id")
          .where("endpoint_id", "=", endpointId)
          .where("position", ">", after)
          .where("state", "=", "sent"),
      ),
    )
    .orderBy("position")
    .limit(pageSize)
    .execute();
}

/** Sends an event and stores the outcome. @returns undefined if the server is sending it now */
async function sendOnce(context: CatchUpContext, endpoint: Endpoint, message: Message) {
  const { database, now } = context;
  const at = now();
  const leased_until = at + tryTimeoutMs + seconds(60);
  const delivery = await database.write(async (trx) => {
    const stored = await trx
      .selectFrom("webhook_deliveries")
      .select(["id", "leased_until", "state"])
      .where("message_id", "=", message.id)
      .where("endpoint_id", "=", endpoint.id)
      .forUpdate()
      .executeTakeFirst();
    if (!stored) {
      const row = { ...newDelivery(message, endpoint.id, at), leased_until, attempts: 1 };
      await trx.insertInto("webhook_deliveries").values(row).execute();
      return row;
    }
    if (stored.state === "waiting" && Number(stored.leased_until) > at) return undefined;
    await trx
      .updateTable("webhook_deliveries")
      .set((row) => ({ state: "waiting", leased_until, attempts: row("attempts", "+", 1) }))
      .where("id", "=", stored.id)
      .execute();
    return stored;
  });
  if (!delivery) return undefined;
  const result = await sendMessage(endpoint, message, context);
  const isSent = result.problem === "";
  const state = isSent ? "sent" : delivery.state === "failed" ? "failed" : "waiting";
  await database.write(async (trx) => {
    await trx
      .updateTable("webhook_deliveries")
      .set({ ...result, state, leased_until: 0 })
      .where("id", "=", delivery.id)
      .execute();
    const sent = { message_id: message.id, endpoint_id: endpoint.id };
    if (isSent) await confirmDeletion(trx, sent, now());
  });
  return result;
}
