import type { FastifyInstance } from "fastify";
import { minutes } from "../../contract/durations.ts";
import type { AppContext } from "../app-context.ts";
import { registerJobs } from "../jobs/jobs.ts";
import { scrub } from "./scrub.ts";

/** How soon after a deletion its bytes are overwritten. */
const everyMs = minutes(1);

/** Overwrites what was deleted, while the server listens. */
export function registerScrub(app: FastifyInstance, context: AppContext): void {
  registerJobs(app, context, [
    {
      name: "scrub",
      needsTrueClock: false,
      everyMs,
      run: () => scrub(context.database, context.now()),
    },
  ]);
}
