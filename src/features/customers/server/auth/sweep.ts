import type { FastifyInstance } from "fastify";
import { hours } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { repairTokenTimes } from "../../../../platform/server/credentials/one-time-tokens.ts";
import { sweepThrottles } from "../../../../platform/server/credentials/throttles.ts";
import { registerJobs } from "../../../../platform/server/jobs/jobs.ts";
import { sweepChecks } from "../desk/check-state.ts";
import { deleteOrphanSpellings, fillPhoneKeys } from "../stored-keys.ts";

/** Interval of the sweep, in milliseconds. */
const sweepEveryMs = hours(1);

/** Deletes expired sessions and tokens, old counts of attempts, and unused spellings of addresses. */
export async function sweepAccounts({
  database,
  now,
}: Pick<AppContext, "database" | "now">): Promise<void> {
  const time = now();
  await database.write(async (trx) => {
    await trx.deleteFrom("sessions").where("expires_at", "<=", time).execute();
    await trx.deleteFrom("one_time_tokens").where("expires_at", "<=", time).execute();
    await sweepThrottles(trx, time);
    await sweepChecks(trx, time);
    await repairTokenTimes(trx, time);
    await deleteOrphanSpellings(trx);
  });
}

/** Sweeps, and completes the keys of phone numbers, every hour while the server listens. */
export function registerSweep(app: FastifyInstance, context: AppContext): void {
  const times = { everyMs: sweepEveryMs, firstAfterMs: sweepEveryMs };
  registerJobs(app, context, [
    { name: "account-sweep", needsTrueClock: true, ...times, run: () => sweepAccounts(context) },
    {
      name: "phone-keys",
      needsTrueClock: false,
      everyMs: sweepEveryMs,
      run: () => fillPhoneKeys(context.database),
    },
  ]);
}
