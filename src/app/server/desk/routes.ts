import type { FastifyInstance } from "fastify";
import { apiTokenEndpoints } from "../../../features/integrations/contract/api-tokens.ts";
import { registerRecordsApi } from "../../../features/integrations/server/records-api/routes.ts";
import { registerWebhooks } from "../../../features/integrations/server/webhooks/routes.ts";
import { answerTimeEndpoints } from "../../../features/messages/contract/desk/answer-times.ts";
import { peopleEndpoints } from "../../../features/messages/contract/desk/people.ts";
import { registerDeskEmails } from "../../../features/messages/server/composing/routes.ts";
import { registerInbox } from "../../../features/messages/server/inbox/routes.ts";
import { registerReplies } from "../../../features/messages/server/replies/routes.ts";
import { registerNewsletterDesk } from "../../../features/newsletter/server/desk/routes.ts";
import { overviewEndpoints } from "../../../features/overview/contract/overview.ts";
import { registerPrivacyDesk } from "../../../features/privacy/server/desk/routes.ts";
import { applicationEndpoints } from "../../../features/recruiting/contract/desk/applications.ts";
import { funnelEndpoints } from "../../../features/recruiting/contract/desk/funnel.ts";
import { waitlistEndpoints } from "../../../features/recruiting/contract/desk/waitlist.ts";
import { retentionEndpoints } from "../../../features/retention/contract/retention.ts";
import { auditEndpoints } from "../../../features/staff/contract/audit.ts";
import {
  registerDeskEndpoints,
  registerOpenDeskEndpoints,
} from "../../../features/staff/server/access/desk-endpoint.ts";
import { sweepStaffSessions } from "../../../features/staff/server/access/staff-session.ts";
import {
  deskLoginEndpoints,
  ownSignInEndpoints,
  staffEndpoints,
} from "../../../platform/contract/desk/staff.ts";
import { hours, minutes } from "../../../platform/contract/durations.ts";
import type { AppContext } from "../../../platform/server/context/app-context.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerIndexJobs } from "./index-jobs.ts";

const sweepEveryMs = hours(1);
/** How often the server checks whether the nightly run is due. */
const retentionEveryMs = minutes(10);

/** How soon after a deletion its bytes are overwritten. */
const scrubEveryMs = minutes(1);

/** The staff desk: everything below /api/desk. */
export function registerDesk(app: FastifyInstance, context: AppContext): void {
  registerOpenDeskEndpoints(app, context, deskLoginEndpoints, async () =>
    (await import("../../../features/staff/server/sign-in/login-handlers.ts")).loginHandlers(
      context,
    ),
  );
  registerDeskEndpoints(app, context, ownSignInEndpoints, async () =>
    (await import("../../../features/staff/server/sign-in/own-sign-in.ts")).ownSignInHandlers(
      context,
    ),
  );
  registerDeskEndpoints(app, context, staffEndpoints, async () =>
    (await import("../../../features/staff/server/accounts/handlers.ts")).staffHandlers(context),
  );
  registerDeskEndpoints(
    app,
    context,
    auditEndpoints,
    async () =>
      (await import("../../../features/staff/server/audit/handlers.ts")).auditHandlers(context),
    { countNew: { isPassive: true } },
  );
  registerDeskEndpoints(app, context, overviewEndpoints, async () =>
    (await import("../../../features/overview/server/handlers.ts")).overviewHandlers(context),
  );
  registerDeskEndpoints(app, context, peopleEndpoints, async () =>
    (await import("../../../features/messages/server/contacts/handlers.ts")).peopleHandlers(
      context,
    ),
  );
  registerDeskEndpoints(app, context, answerTimeEndpoints, async () =>
    (await import("../../../features/messages/server/clocks/handlers.ts")).answerTimeHandlers(
      context,
    ),
  );
  registerDeskEndpoints(app, context, retentionEndpoints, async () =>
    (await import("../../../features/retention/server/handlers.ts")).retentionHandlers(context),
  );
  registerInbox(app, context);
  registerReplies(app, context);
  registerDeskEmails(app, context);
  registerNewsletterDesk(app, context);
  registerPrivacyDesk(app, context);
  registerWebhooks(app, context);
  registerDeskEndpoints(app, context, apiTokenEndpoints, async () =>
    (await import("../../../features/integrations/server/api-tokens/handlers.ts")).apiTokenHandlers(
      context,
    ),
  );
  registerRecordsApi(app, context);
  // Its pages poll these endpoints.
  const passive = { isPassive: true };
  registerDeskEndpoints(
    app,
    context,
    applicationEndpoints,
    async () =>
      (await import("../../../features/recruiting/server/desk/handlers.ts")).applicationHandlers(
        context,
      ),
    { list: passive, board: passive, counts: passive },
  );
  registerDeskEndpoints(app, context, funnelEndpoints, async () =>
    (await import("../../../features/recruiting/server/desk/funnel-handlers.ts")).funnelHandlers(
      context,
    ),
  );
  registerDeskEndpoints(app, context, waitlistEndpoints, async () =>
    (
      await import("../../../features/recruiting/server/desk/waitlist-handlers.ts")
    ).waitlistHandlers(context),
  );
  registerIndexJobs(app, context);

  const times = { everyMs: sweepEveryMs, firstAfterMs: sweepEveryMs };
  registerJobs(app, context, [
    {
      name: "retention",
      needsTrueClock: true,
      everyMs: retentionEveryMs,
      firstAfterMs: retentionEveryMs,
      run: async (signal) =>
        (await import("../../../features/retention/server/run.ts")).runRetention(context, signal),
    },
    {
      name: "scrub",
      needsTrueClock: false,
      everyMs: scrubEveryMs,
      run: async () => {
        const { scrub } = await import("../../../platform/server/db/scrub.ts");
        await scrub(context.database, context.now());
      },
    },
    {
      name: "api-token-sweep",
      needsTrueClock: true,
      ...times,
      run: async () => {
        const { sweepApiTokens } = await import(
          "../../../features/integrations/server/api-tokens/manage-tokens.ts"
        );
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
