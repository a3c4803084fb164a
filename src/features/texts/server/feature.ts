import type { Feature } from "../../../platform/server/feature.ts";
import { toMetrics } from "../../../platform/server/http/metrics.ts";
import { registerTwilio } from "./routes.ts";
import { abandonedTexts, registerTextWorker } from "./text-worker.ts";

export const texts: Feature = {
  register(app, context) {
    registerTwilio(app, context);
    registerTextWorker(app, context);
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
