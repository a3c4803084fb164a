import type { FastifyInstance } from "fastify";
import { hours, seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { registerJobs } from "../../../../platform/server/jobs/jobs.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { privacyEndpoints } from "../../contract/endpoints.ts";

/**
 * Interval at which new requests get their link and letters their delivery state, in milliseconds.
 */
const everyMs = seconds(5);
const sweepEveryMs = hours(1);

/** Requests about data: their endpoints and background jobs. */
export function registerPrivacyDesk(app: FastifyInstance, context: AppContext): void {
  registerDeskEndpoints(
    app,
    context,
    privacyEndpoints,
    async () => (await import("./handlers.ts")).privacyHandlers(context),
    // Open pages reload these by themselves.
    { list: { isPassive: true }, counts: { isPassive: true } },
  );
  registerJobs(app, context, [
    {
      name: "privacy-letters",
      needsTrueClock: false,
      everyMs,
      firstAfterMs: everyMs,
      run: () => runLetters(context),
    },
    {
      name: "privacy-links",
      needsTrueClock: true,
      everyMs: sweepEveryMs,
      firstAfterMs: sweepEveryMs,
      run: async () => {
        const { sweepLinks } = await import("../requests/links.ts");
        await context.database.write((trx) => sweepLinks(trx, context.now()));
      },
    },
  ]);
}

export async function runLetters(context: AppContext): Promise<void> {
  const [identity, deliveries] = await Promise.all([
    import("../requests/identity.ts"),
    import("../requests/deliveries.ts"),
  ]);
  await identity.startPrivacyRequests(context);
  await deliveries.noteDeliveries(context.database, context.now());
}
