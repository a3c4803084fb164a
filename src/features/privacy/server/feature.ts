import type { Feature } from "../../../platform/server/context/feature.ts";
import { registerDeletionList } from "./deletion-list/job.ts";
import { registerPrivacyDesk } from "./desk/routes.ts";

export const privacy: Feature = {
  register(app, context) {
    registerPrivacyDesk(app, context);
    registerDeletionList(app, context);
  },
};
