import type { FastifyInstance } from "fastify";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import { registerJobs, runWhileListening } from "../../../../platform/server/jobs/jobs.ts";

/** Polling interval for changes in listmonk, in milliseconds. */
const readEveryMs = minutes(1);

/** Syncs a list of listmonk both ways, independently of visitors' requests. */
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
      needsTrueClock: false,
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
