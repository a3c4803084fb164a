import type { FastifyInstance } from "fastify";
import { newsletterEndpoints } from "../../../contract/desk/newsletter.ts";
import type { AppContext } from "../../context/app-context.ts";
import { registerDeskEndpoints } from "../access/desk-endpoint.ts";

/** The newsletter's endpoints. Imports are read in the handler, after authentication. */
export function registerNewsletterDesk(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    scope.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
    registerDeskEndpoints(scope, context, newsletterEndpoints, async () =>
      (await import("./handlers.ts")).newsletterHandlers(context),
    );
  });
}
