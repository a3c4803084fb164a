import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../context/app-context.ts";
import { minutes, seconds } from "../../platform/durations.ts";
import { registerJobs, runWhileListening } from "../../platform/jobs/jobs.ts";

/** Changes in the mail tool are read at this interval, in milliseconds. */
const readEveryMs = minutes(1);

/** Keeps a list of the mail tool in step, both ways, apart from every request of visitors. */
export function registerListmonk(app: FastifyInstance, context: AppContext): void {
  const settings = context.config.listmonk;
  runWhileListening(app, async () => {
    const { setTarget } = await import("./sync-state.ts");
    await setTarget(context.database, settings);
    return undefined;
  });
  if (!settings) return;
  runWhileListening(app, async () => {
    const { createSyncWorker } = await import("./sync.ts");
    const worker = createSyncWorker(context, settings, app.log);
    worker.start();
    return () => worker.stop();
  });
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
