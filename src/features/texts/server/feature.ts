import { days, hours } from "../../../platform/contract/durations.ts";
import { facts } from "../../../platform/contract/facts.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { toMetrics } from "../../../platform/server/http/metrics.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerTwilio } from "./routes.ts";
import { abandonedTexts, registerTextWorker } from "./text-worker.ts";

export const texts: Feature = {
  register(app, context) {
    registerTwilio(app, context);
    registerTextWorker(app, context);
    registerJobs(app, context, [
      {
        name: "text-cleanup",
        needsTrueClock: true,
        everyMs: days(1),
        firstAfterMs: hours(1),
        run: async () => {
          const { deleteOldTexts } = await import("./outbox.ts");
          await deleteOldTexts(context.database, context.now() - days(facts.keep.emailDays));
        },
      },
    ]);
  },
  counters: [abandonedTexts],
  async readMetrics({ database: { db } }) {
    const row = await db
      .selectFrom("texts")
      .select(({ fn }) => fn.count("id").as("waiting"))
      .where("sent_at", "is", null)
      .where("failed_at", "is", null)
      .executeTakeFirstOrThrow();
    return toMetrics("gauge", { texts_waiting: Number(row.waiting) });
  },
};
