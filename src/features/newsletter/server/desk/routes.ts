import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { newsletterEndpoints } from "../../contract/newsletter-desk.ts";

/** The newsletter's endpoints. Imports are read in the handler, after authentication. */
export function registerNewsletterDesk(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    scope.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
    registerDeskEndpoints(
      scope,
      context,
      newsletterEndpoints,
      async () => (await import("./handlers.ts")).newsletterHandlers(context),
      // Open pages reload these by themselves.
      { list: { isPassive: true }, counts: { isPassive: true }, growth: { isPassive: true } },
    );
  });
}
