import type { FastifyInstance } from "fastify";
import { minutes, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { registerJobs, runWhileListening } from "../../../../platform/server/jobs/jobs.ts";
import { queueSync } from "../addresses/sync-queue.ts";
import type { ListmonkSettings } from "../settings.ts";

/** Addresses queued per transaction when listmonk is set up. */
const batchSize = 200;
/** Marks that all are queued; sorts after every id. */
const allQueued = "~";

export function registerListmonk(app: FastifyInstance, context: AppContext): void {
  const settings = context.config.listmonk;
  runWhileListening(app, async () => {
    await setTarget(context, settings);
    if (!settings) return undefined;
    const { createSyncWorker } = await import("./sync.ts");
    const worker = createSyncWorker(context, settings, app.log);
    worker.start();
    return () => worker.stop();
  });
  const run = async () => {
    while (await queueEarlier(context));
    if (settings) await (await import("./sync.ts")).readChanges(context, settings);
  };
  const job = {
    name: "listmonk-read",
    needsTrueClock: false,
    everyMs: minutes(1),
    firstAfterMs: seconds(5),
    run,
  };
  if (settings) registerJobs(app, context, [job]);
}

/** Stores the list to fill. A different list is filled anew; without one the queue is cleared. */
export async function setTarget(
  { database }: Pick<AppContext, "database">,
  settings: ListmonkSettings | undefined,
): Promise<void> {
  const target = settings && `${settings.url} ${settings.listId}`;
  await database.write(async (trx) => {
    const known = await trx.selectFrom("newsletter_sync_state").select("target").execute();
    if (known[0]?.target === target) return;
    await trx.deleteFrom("newsletter_sync_state").execute();
    await trx.deleteFrom("newsletter_sync").execute();
    if (target === undefined) return;
    await trx.updateTable("newsletter_addresses").set({ sync_state: "" }).execute();
    const fresh = { queued_to: "", read_to: "", succeeded_at: null, failed_at: null, failure: "" };
    const row = trx.insertInto("newsletter_sync_state").values({ target, ...fresh });
    await row.onConflict((conflict) => conflict.doNothing()).execute();
  });
}

/** Queues addresses from before listmonk was set up. @returns whether there may be more */
export async function queueEarlier({
  database: { db, write },
  now,
}: Pick<AppContext, "database" | "now">): Promise<boolean> {
  const state = await db.selectFrom("newsletter_sync_state").select("queued_to").executeTakeFirst();
  if (!state || state.queued_to === allQueued) return false;
  const later = db.selectFrom("newsletter_addresses").where("id", ">", state.queued_to);
  const rows = await later.select(["id", "email"]).orderBy("id").limit(batchSize).execute();
  const queued_to = rows[batchSize - 1]?.id ?? allQueued;
  await write(async (trx) => {
    for (const { email } of rows) await queueSync(trx, email, now());
    await trx.updateTable("newsletter_sync_state").set({ queued_to }).execute();
  });
  return queued_to !== allQueued;
}
