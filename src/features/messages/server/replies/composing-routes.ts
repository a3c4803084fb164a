import type { FastifyInstance } from "fastify";
import { emailOutageEndpoints } from "../../../../platform/contract/desk/email-outage.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { applicationEmailEndpoints, caseEmailEndpoints } from "../../contract/emails.ts";

/**
 * Emails that came in: whole texts, originals, and automatic ones that are messages; and whether
 * emails are sent.
 */
export function registerDeskEmails(app: FastifyInstance, context: AppContext): void {
  const load = () => import("./composing-handlers.ts");
  registerDeskEndpoints(app, context, caseEmailEndpoints, async () =>
    (await load()).caseEmailHandlers(context),
  );
  registerDeskEndpoints(app, context, applicationEmailEndpoints, async () =>
    (await load()).applicationEmailHandlers(context),
  );
  registerDeskEndpoints(
    app,
    context,
    emailOutageEndpoints,
    async () => (await import("./outage.ts")).emailOutageHandlers(context),
    // Every page polls it.
    { read: { isPassive: true } },
  );
}
