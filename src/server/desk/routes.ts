import type { FastifyInstance } from "fastify";
import { auditEndpoints } from "../../contract/desk/audit.ts";
import { apiTokenEndpoints } from "../../contract/desk/integrations/api-tokens.ts";
import { overviewEndpoints } from "../../contract/desk/overview.ts";
import { peopleEndpoints } from "../../contract/desk/people.ts";
import { applicationEndpoints } from "../../contract/desk/recruiting/applications.ts";
import { funnelEndpoints } from "../../contract/desk/recruiting/funnel.ts";
import { waitlistEndpoints } from "../../contract/desk/recruiting/waitlist.ts";
import { retentionEndpoints } from "../../contract/desk/retention.ts";
import { answerTimeEndpoints } from "../../contract/desk/settings/answer-times.ts";
import {
  deskLoginEndpoints,
  ownSignInEndpoints,
  staffEndpoints,
} from "../../contract/desk/staff.ts";
import { hours, minutes } from "../../contract/durations.ts";
import type { AppContext } from "../context/app-context.ts";
import { registerJobs } from "../platform/jobs/jobs.ts";
import { registerDeskEndpoints, registerOpenDeskEndpoints } from "./access/desk-endpoint.ts";
import { sweepStaffSessions } from "./access/staff-session.ts";
import { registerDeskEmails } from "./emails/routes.ts";
import { registerInbox } from "./inbox/routes.ts";
import { registerIndexJobs } from "./index-jobs.ts";
import { registerNewsletterDesk } from "./newsletter/routes.ts";
import { registerPrivacyDesk } from "./privacy/routes.ts";
import { registerRecordsApi } from "./records-api/routes.ts";
import { registerReplies } from "./replies/routes.ts";
import { registerWebhooks } from "./webhooks/routes.ts";

const sweepEveryMs = hours(1);
/** How often the server checks whether the nightly run is due. */
const retentionEveryMs = minutes(10);

/** How soon after a deletion its bytes are overwritten. */
const scrubEveryMs = minutes(1);

/** The staff desk: everything below /api/desk. */
export function registerDesk(app: FastifyInstance, context: AppContext): void {
  registerOpenDeskEndpoints(app, context, deskLoginEndpoints, async () =>
    (await import("./sign-in/login-handlers.ts")).loginHandlers(context),
  );
  registerDeskEndpoints(app, context, ownSignInEndpoints, async () =>
    (await import("./sign-in/own-sign-in.ts")).ownSignInHandlers(context),
  );
  registerDeskEndpoints(app, context, staffEndpoints, async () =>
    (await import("./staff/handlers.ts")).staffHandlers(context),
  );
  registerDeskEndpoints(
    app,
    context,
    auditEndpoints,
    async () => (await import("./audit-log/handlers.ts")).auditHandlers(context),
    { countNew: { isPassive: true } },
  );
  registerDeskEndpoints(app, context, overviewEndpoints, async () =>
    (await import("./overview/handlers.ts")).overviewHandlers(context),
  );
  registerDeskEndpoints(app, context, peopleEndpoints, async () =>
    (await import("./people/handlers.ts")).peopleHandlers(context),
  );
  registerDeskEndpoints(app, context, answerTimeEndpoints, async () =>
    (await import("./answer-times/handlers.ts")).answerTimeHandlers(context),
  );
  registerDeskEndpoints(app, context, retentionEndpoints, async () =>
    (await import("./retention/handlers.ts")).retentionHandlers(context),
  );
  registerInbox(app, context);
  registerReplies(app, context);
  registerDeskEmails(app, context);
  registerNewsletterDesk(app, context);
  registerPrivacyDesk(app, context);
  registerWebhooks(app, context);
  registerDeskEndpoints(app, context, apiTokenEndpoints, async () =>
    (await import("./api-tokens/handlers.ts")).apiTokenHandlers(context),
  );
  registerRecordsApi(app, context);
  // Its pages poll these endpoints.
  const passive = { isPassive: true };
  registerDeskEndpoints(
    app,
    context,
    applicationEndpoints,
    async () => (await import("./applications/handlers.ts")).applicationHandlers(context),
    { list: passive, board: passive, counts: passive },
  );
  registerDeskEndpoints(app, context, funnelEndpoints, async () =>
    (await import("./funnel/handlers.ts")).funnelHandlers(context),
  );
  registerDeskEndpoints(app, context, waitlistEndpoints, async () =>
    (await import("./waitlist/handlers.ts")).waitlistHandlers(context),
  );
  registerIndexJobs(app, context);

  const times = { everyMs: sweepEveryMs, firstAfterMs: sweepEveryMs };
  registerJobs(app, context, [
    {
      name: "retention",
      needsTrueClock: true,
      everyMs: retentionEveryMs,
      firstAfterMs: retentionEveryMs,
      run: async (signal) => (await import("./retention/run.ts")).runRetention(context, signal),
    },
    {
      name: "scrub",
      needsTrueClock: false,
      everyMs: scrubEveryMs,
      run: async () => {
        const { scrub } = await import("../platform/db/erase/scrub.ts");
        await scrub(context.database, context.now());
      },
    },
    {
      name: "api-token-sweep",
      needsTrueClock: true,
      ...times,
      run: async () => {
        const { sweepApiTokens } = await import("./api-tokens/manage-tokens.ts");
        await context.database.write((trx) => sweepApiTokens(trx, context.now()));
      },
    },
    {
      name: "staff-sweep",
      needsTrueClock: true,
      ...times,
      run: () => context.database.write((trx) => sweepStaffSessions(trx, context.now())),
    },
  ]);
}
