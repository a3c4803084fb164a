import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { registerJobs } from "../../../../platform/server/jobs/jobs.ts";
import { findMissed } from "./find-missed.ts";
import { openPlaces } from "./list-places.ts";
import { writeList } from "./write-list.ts";

/** A deletion is outside the database within this time, in milliseconds. */
const writeEveryMs = seconds(5);

/**
 * Repeats the deletions that a restored database lacks. Call it before the server listens.
 * @throws Error if the list cannot be read
 */
async function repeatMissedDeletions(context: AppContext, log: FastifyBaseLogger): Promise<void> {
  const { missed } = await findMissed(context.database, await openPlaces(context.config));
  if (missed.length === 0) return;
  // Loaded on first use, so that the server starts faster.
  const { repeatDeletions } = await import("./repeat-deletions.ts");
  const done = await repeatDeletions(missed, context);
  if (done.others > 0) {
    log.warn({ count: done.others }, "deletions of another database are in the list");
  }
  if (done.repeated === 0) return;
  log.warn(
    { repeated: done.repeated, found: done.found },
    "the database was restored: repeated deletions made since",
  );
}

/**
 * As `repeatMissedDeletions`, but a list that cannot be read does not stop the server: nearly every
 * start is without a restore. The job tries again.
 */
export async function repeatBeforeServing(
  context: AppContext,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await repeatMissedDeletions(context, log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    log.error({ reason }, "the list of deletions was not checked; trying again");
  }
}

/** While the server listens: keeps the list of deletions outside the database complete. */
export function registerDeletionList(app: FastifyInstance, context: AppContext): void {
  let isChecked = false;
  registerJobs(app, context, [
    {
      name: "deletion-list",
      // Its entries expire by a count of runs, not by the clock.
      needsTrueClock: false,
      everyMs: writeEveryMs,
      async run() {
        if (!isChecked) await repeatMissedDeletions(context, app.log);
        isChecked = true;
        await writeList(context.database, context.config, context.now());
      },
    },
  ]);
}
