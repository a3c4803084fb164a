import { paths } from "../../../platform/contract/paths.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { registerApiEndpoints } from "../../integrations/server/api/api-endpoint.ts";
import { newsletterApiEndpoints } from "../contract/api.ts";
import { newsletterConfirm } from "../contract/newsletter-confirm.ts";
import { newsletterTopic } from "../contract/newsletter-desk.ts";
import { findConfirmState } from "./confirm-page.ts";
import { newsletterLiveTopic } from "./desk/live-topic.ts";
import { registerNewsletterDesk } from "./desk/routes.ts";
import { registerListmonk } from "./listmonk/jobs.ts";
import { registerNewsletter } from "./routes.ts";

export const newsletter: Feature = {
  register(app, context) {
    registerNewsletter(app, context);
    registerNewsletterDesk(app, context);
    registerListmonk(app, context);
    registerApiEndpoints(
      app,
      context,
      newsletterApiEndpoints,
      async () => (await import("./api-handlers.ts")).newsletterApiHandlers,
    );
  },
  liveTopics: { [newsletterTopic]: newsletterLiveTopic },
  pages: {
    paths: [paths.newsletter],
    findState: (_path, query, _request, context) => findConfirmState(query, context),
  },
  linkTokens: [{ name: newsletterConfirm.query }, { name: "t", path: paths.unsubscribe }],
};
