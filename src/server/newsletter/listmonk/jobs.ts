import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context/app-context.ts";
import { minutes, seconds } from "../../platform/durations.ts";
import { registerJobs } from "../../platform/jobs/jobs.ts";
import type { QueueWorker } from "../../platform/jobs/queue-worker.ts";

/** Changes in the mail tool are read at this interval, in milliseconds. */
const readEveryMs = minutes(1);

/** Keeps a list of the mail tool in step, both ways, apart from every request of visitors. */
export function registerListmonk(app: FastifyInstance, context: AppContext): void {
  const settings = context.config.listmonk;
  app.addHook("onListen", async () => {
    const { setTarget } = await import("./sync-state.ts");
    await setTarget(context.database, settings);
  });
  if (!settings) return;
  let worker: QueueWorker<"newsletter_sync"> | undefined;
  app.addHook("onListen", async () => {
    const { createSyncWorker } = await import("./sync.ts");
    worker = createSyncWorker(context, settings, app.log);
    worker.start();
  });
  app.addHook("preClose", () => worker?.stop());
  registerJobs(app, context, [
    {
      name: "listmonk-read",
      everyMs: readEveryMs,
      firstAfterMs: seconds(5),
      run: async () => {
        const { queueEarlier } = await import("./sync-state.ts");
        while (await queueEarlier(context.database, context.now()));
        const { readChanges } = await import("./read-changes.ts");
        await readChanges(context, settings);
      },
    },
  ]);
}
