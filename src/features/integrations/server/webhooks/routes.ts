import type { FastifyInstance } from "fastify";
import { hours, minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import type { Job } from "../../../../platform/server/jobs/jobs.ts";
import { registerJobs, runWhileListening } from "../../../../platform/server/jobs/jobs.ts";
import { inSandbox } from "../../../../platform/server/sandbox.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { webhookEndpoints } from "../../contract/webhooks.ts";
import type { WebhookSender } from "./sender.ts";

/** Polling interval for due deliveries, in milliseconds. */
const everyMs = seconds(1);
const sweepEveryMs = hours(6);

/** The webhooks: their settings, and the jobs that send messages and delete old log entries. */
export function registerWebhooks(app: FastifyInstance, context: AppContext): void {
  registerDeskEndpoints(app, context, webhookEndpoints, async () =>
    (await import("./handlers.ts")).webhookHandlers(context),
  );
  registerSender(app, context);
  registerJobs(app, context, [
    {
      name: "webhook-log",
      needsTrueClock: true,
      everyMs: sweepEveryMs,
      firstAfterMs: sweepEveryMs,
      run: async (signal) => (await import("./sweep.ts")).sweepWebhookLog(context, signal),
    },
    {
      name: "deletion-reminders",
      needsTrueClock: true,
      everyMs: minutes(1),
      firstAfterMs: minutes(1),
      run: async () => (await import("./deletion-receivers.ts")).remindReceivers(context),
    },
  ]);
}

/** Most sites have no endpoint: then each run only reads an empty table. */
function registerSender(app: FastifyInstance, context: AppContext): void {
  const { database, jobs, now } = context;
  const senders: WebhookSender[] = [];
  let job: Job | undefined;
  const sendFrom = async (space: AppContext, index: number) => {
    const any = await space.database.db
      .selectFrom("webhook_endpoints")
      .select("id")
      .limit(1)
      .executeTakeFirst();
    if (!any) return;
    const { WebhookSender: Sender } = await import("./sender.ts");
    senders[index] ??= new Sender(space, app.log, () => job?.wake());
    await senders[index].startDue();
  };
  const definition = {
    name: "webhooks",
    needsTrueClock: false,
    everyMs,
    async run() {
      await sendFrom(context, 0);
      if (await context.sandbox?.find()) await sendFrom(await inSandbox(context), 1);
    },
    async readLagMs() {
      const { readQueueLagMs } = await import("../../../../platform/server/jobs/queue.ts");
      const { deliveryQueue } = await import("./delivery-queue.ts");
      return readQueueLagMs(deliveryQueue, database, now());
    },
    async readOldestMs() {
      const { readOldestTaskMs } = await import("../../../../platform/server/jobs/queue.ts");
      const { deliveryQueue } = await import("./delivery-queue.ts");
      return readOldestTaskMs(deliveryQueue, database, now());
    },
  };
  runWhileListening(app, async () => {
    const started = jobs.start(definition, app.log);
    job = started;
    return async () => {
      await started.stop();
      await Promise.all(senders.map((sender) => sender.drain()));
    };
  });
}
