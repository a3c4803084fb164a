import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { applicantFileEndpoints } from "../../../recruiting/contract/replies.ts";
import { registerDeskEndpoints } from "../../../staff/server/access/desk-endpoint.ts";
import { newDraftEndpoints } from "../../contract/calls.ts";
import { caseFileEndpoints } from "../../contract/reply-endpoints.ts";

/** Files that staff attach, which handlers read after authentication; and drafts of new emails. */
export function registerReplyFiles(app: FastifyInstance, context: AppContext): void {
  const load = () => import("./handlers.ts");
  app.register(async (scope) => {
    scope.addContentTypeParser("application/octet-stream", (_request, payload, done) =>
      done(null, payload),
    );
    registerDeskEndpoints(scope, context, caseFileEndpoints, async () =>
      (await load()).caseFileHandlers(context),
    );
    registerDeskEndpoints(scope, context, applicantFileEndpoints, async () =>
      (await load()).applicantFileHandlers(context),
    );
    registerDeskEndpoints(scope, context, newDraftEndpoints, async () =>
      (await import("../calls/new-drafts.ts")).newDraftHandlers(context),
    );
  });
}
