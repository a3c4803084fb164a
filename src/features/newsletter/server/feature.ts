import type { Feature } from "../../../platform/server/context/feature.ts";
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
  },
  liveTopics: { [newsletterTopic]: newsletterLiveTopic },
  findPageState: (path, query, _request, context) => findConfirmState(path, query, context),
};
