import type { Feature } from "../../../platform/server/feature.ts";
import { privacyTopic } from "../contract/endpoints.ts";
import { registerDeletionList } from "./deletion/job.ts";
import { privacyLiveTopic } from "./desk/live-topic.ts";
import { registerPrivacyDesk } from "./desk/routes.ts";
import { registerYourPrivacy } from "./your-privacy/routes.ts";

export const privacy: Feature = {
  register(app, context) {
    registerPrivacyDesk(app, context);
    registerDeletionList(app, context);
    registerYourPrivacy(app, context);
  },
  liveTopics: { [privacyTopic]: privacyLiveTopic },
};
