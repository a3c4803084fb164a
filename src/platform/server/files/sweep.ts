import type { FastifyInstance } from "fastify";
import { hours, minutes } from "../../contract/durations.ts";
import { errorCodeOf } from "../http/errors/outages.ts";
import { type Jobs, registerJobs } from "../jobs/jobs.ts";
import { type FileStoreContext, fileStoreOf } from "./file-store.ts";
import type { NamedFiles } from "./named-files.ts";
import { sweepOrphans } from "./orphans.ts";
import { sweepRemovals } from "./removals.ts";

const removalsEveryMs = minutes(1);
const orphansEveryMs = hours(6);

/**
 * While the server listens: removes files that are scheduled for removal, and those without a row.
 */
export function registerFileSweep(
  app: FastifyInstance,
  context: FileStoreContext & { readonly jobs: Jobs; now(): number },
  named: NamedFiles,
): void {
  const store = fileStoreOf(context);
  registerJobs(app, context, [
    {
      name: "file-removals",
      needsTrueClock: true,
      everyMs: removalsEveryMs,
      async run() {
        for (const { error } of await sweepRemovals(store, context.now())) {
          // Logged without its path, which contains the person's uid.
          app.log.error({ code: errorCodeOf(error) }, "file removal failed");
        }
      },
    },
    {
      name: "orphaned-files",
      needsTrueClock: true,
      everyMs: orphansEveryMs,
      run: (signal) => sweepOrphans(store, named, app.log, signal),
    },
  ]);
}
