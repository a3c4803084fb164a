import type { FastifyInstance } from "fastify";
import { seconds } from "../../../../platform/contract/durations.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { registerJobs } from "../../../../platform/server/jobs/jobs.ts";
import {
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../../recruiting/contract/replies.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { replyEndpoints, templateEndpoints } from "../../contract/reply-endpoints.ts";

/** Maximum time between a reply's due time and its sending, in milliseconds. */
const everyMs = seconds(1);

export function registerReplies(app: FastifyInstance, context: AppContext): void {
  const load = () => import("./handlers.ts");
  registerDeskEndpoints(app, context, replyEndpoints, async () =>
    (await load()).replyHandlers(context),
  );
  registerDeskEndpoints(app, context, applicantReplyEndpoints, async () =>
    (await load()).applicantReplyHandlers(context),
  );
  registerDeskEndpoints(app, context, templateEndpoints, async () =>
    (await load()).templateHandlers("case", context),
  );
  registerDeskEndpoints(app, context, applicantTemplateEndpoints, async () =>
    (await load()).templateHandlers("application", context),
  );
  const run = async () => (await import("./send-due.ts")).sendDueReplies(context);
  registerJobs(app, context, [
    { name: "replies", needsTrueClock: false, everyMs, firstAfterMs: everyMs, run },
  ]);
}
