import type { FastifyInstance } from "fastify";
import type { AppContext } from "../context/app-context.ts";
import { errorCodeOf } from "../platform/http/errors/outages.ts";
import { sweepThrottles } from "../platform/throttles/throttles.ts";
import { pullBackTokens } from "../platform/tokens/one-time-tokens.ts";

/** How often what has ended is removed, in milliseconds. */
const sweepEveryMs = 60 * 60 * 1000;

/** Removes sessions and tokens that have ended, and old counts of tries. */
export async function sweepAccounts({
  database,
  now,
}: Pick<AppContext, "database" | "now">): Promise<void> {
  const time = now();
  await database.write(async (trx) => {
    await trx.deleteFrom("sessions").where("expires_at", "<=", time).execute();
    await trx.deleteFrom("one_time_tokens").where("expires_at", "<=", time).execute();
    await sweepThrottles(trx, time);
    await pullBackTokens(trx, time);
  });
}

/** Sweeps from when the server listens until it closes; what failed is done an hour later. */
export function registerSweep(app: FastifyInstance, context: AppContext): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const sweep = () => {
    running = sweepAccounts(context).catch((error: unknown) => {
      app.log.error({ code: errorCodeOf(error) }, "sweeping accounts failed");
    });
  };
  app.addHook("onListen", async () => {
    timer = setInterval(sweep, sweepEveryMs).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await running;
  });
}
