import type { FastifyBaseLogger } from "fastify";
import type { Selectable } from "kysely";
import { days } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Database } from "../../../../platform/server/db/schema.ts";
import { backOffMs, settleTask, type Task } from "../../../../platform/server/jobs/queue.ts";
import { QueueWorker } from "../../../../platform/server/jobs/queue-worker.ts";
import { webhookTryDays } from "../../contract/webhooks.ts";
import { confirmDeletion } from "./deletion-receivers.ts";
import { deliveryQueue, queueOf } from "./delivery-queue.ts";
import { queueDeliveries } from "./queue-deliveries.ts";
import { isGone, sendMessage, type TryResult } from "./send-message.ts";
import { switchOffFailing } from "./switch-off.ts";

type Endpoint = Selectable<Database["webhook_endpoints"]>;
type Delivery = Task<"webhook_deliveries">;

/** Concurrent attempts per endpoint and node. Endpoints do not wait for each other. */
const maxConcurrent = 4;

/** Queues and sends deliveries, with one queue for each endpoint; safe on several nodes at once. */
export class WebhookSender {
  readonly #context: AppContext;
  readonly #log: FastifyBaseLogger;
  readonly #wake: () => void;
  readonly #workers = new Map<string, QueueWorker<"webhook_deliveries">>();

  /** @param wake called after each attempt: more deliveries may be due than there was room for */
  constructor(context: AppContext, log: FastifyBaseLogger, wake: () => void) {
    this.#context = context;
    this.#log = log;
    this.#wake = wake;
  }

  /** Starts the due attempts, and disables endpoints that have failed for days. */
  async startDue(): Promise<void> {
    const { database, now } = this.#context;
    await queueDeliveries(database, now(), this.#context.sandbox === undefined);
    const endpoints = await database.db
      .selectFrom("webhook_endpoints")
      .selectAll()
      .where("off_at", "is", null)
      .execute();
    for (const endpoint of endpoints) {
      const { id, failing_since: since } = endpoint;
      if (since !== null && Number(since) < now() - days(webhookTryDays)) {
        await switchOffFailing(endpoint, "failing", this.#context);
      } else {
        await this.#workerOf(id).startDueTasks();
      }
    }
    const ids = new Set(endpoints.map(({ id }) => id));
    for (const [id, worker] of this.#workers) {
      if (!ids.has(id) && worker.inProgress === 0) this.#workers.delete(id);
    }
  }

  async drain(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((worker) => worker.drain()));
  }

  #workerOf(endpointId: string): QueueWorker<"webhook_deliveries"> {
    const known = this.#workers.get(endpointId);
    if (known) return known;
    const work = {
      name: "webhooks",
      needsTrueClock: false,
      everyMs: 0,
      queue: queueOf(endpointId),
      maxConcurrent,
      perform: async (delivery: Delivery) => {
        try {
          return await deliver(delivery, this.#context, this.#log);
        } finally {
          this.#wake();
        }
      },
    };
    const worker = new QueueWorker(work, this.#context, this.#log);
    this.#workers.set(endpointId, worker);
    return worker;
  }
}

/** @returns false if the attempt failed */
async function deliver(
  delivery: Delivery,
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<boolean> {
  const { database, now } = context;
  const [endpoint, message] = await Promise.all([
    database.db
      .selectFrom("webhook_endpoints")
      .selectAll()
      .where("id", "=", delivery.endpoint_id)
      .executeTakeFirst(),
    database.db
      .selectFrom("webhook_messages")
      .selectAll()
      .where("id", "=", delivery.message_id)
      .executeTakeFirst(),
  ]);
  // Removed in the meantime, with its deliveries.
  if (!endpoint || !message) return true;
  if (endpoint.off_at !== null) {
    await settleTask(deliveryQueue, database, delivery, {});
    return true;
  }
  const result = await sendMessage(endpoint, message, context);
  const isSent = result.problem === "";
  const step = nextStep(delivery, result, now(), await context.jobs.isClockTrusted());
  // The desk reads the endpoints again when no delivery is due: by then their state must be stored.
  if (!isGone(result)) await noteOutcome(endpoint, isSent, context);
  if (isSent && message.event === "account.deleted") {
    await database.write((trx) => confirmDeletion(trx, delivery, now()));
  }
  await settleTask(deliveryQueue, database, delivery, { ...result, ...step });
  if (isGone(result)) await switchOffFailing(endpoint, "gone", context);
  if (step.state === "failed") context.counters.add("webhook_deliveries_given_up_total");
  const { attempts } = delivery;
  const about = { delivery: delivery.id, event: message.event, attempts };
  const { http_status: status, problem } = result;
  log[isSent ? "info" : "warn"]({ ...about, status, problem }, "webhook");
  return isSent;
}

/**
 * After a failed attempt there is another one; the last is at the retry deadline, unless the clock
 * is in doubt.
 */
function nextStep(
  { attempts, try_until: tryUntil }: Delivery,
  { problem }: TryResult,
  now: number,
  isClockTrusted: boolean,
): Partial<Delivery> {
  if (problem === "") return { state: "sent" };
  const until = isClockTrusted ? Number(tryUntil) : Number.POSITIVE_INFINITY;
  if (now >= until) return { state: "failed" };
  return { state: "waiting", next_try_at: Math.min(now + backOffMs(Number(attempts)), until) };
}

/** Stores since when an endpoint has been failing; writes only if that changes. */
async function noteOutcome(
  endpoint: Endpoint,
  isSent: boolean,
  { database, now }: AppContext,
): Promise<void> {
  if (isSent === (endpoint.failing_since === null)) return;
  await database.write((trx) =>
    trx
      .updateTable("webhook_endpoints")
      .set({ failing_since: isSent ? null : now() })
      .where("id", "=", endpoint.id)
      .where("failing_since", isSent ? "is not" : "is", null)
      .execute(),
  );
}
