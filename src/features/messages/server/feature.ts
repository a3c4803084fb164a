import { minutes } from "../../../platform/contract/durations.ts";
import { outageNotices } from "../../../platform/contract/errors/outage-errors.ts";
import { isReference } from "../../../platform/contract/form-engine/reference.ts";
import { sentQuery } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import type { Feature } from "../../../platform/server/feature.ts";
import { UploadSpool } from "../../../platform/server/files/upload-spool.ts";
import { backlogJob } from "../../../platform/server/jobs/backlog-job.ts";
import { registerJobs } from "../../../platform/server/jobs/jobs.ts";
import { registerApiEndpoints } from "../../integrations/server/api/api-endpoint.ts";
import { registerDeskEndpoints } from "../../staff/server/access/desk-endpoint.ts";
import { answerTimeEndpoints } from "../contract/answer-times.ts";
import { caseApiEndpoints } from "../contract/api.ts";
import { callEndpoints } from "../contract/calls.ts";
import { contactEndpoints } from "../contract/contacts.ts";
import { publicForms } from "../contract/forms/public-forms.ts";
import { inboxTopic } from "../contract/inbox.ts";
import { callBackEndpoints, inboxEndpoints } from "../contract/inbox-endpoints.ts";
import { myWorkEndpoints } from "../contract/my-work.ts";
import { runCases } from "./cases/run-cases.ts";
import { registerConversations } from "./conversation-page/routes.ts";
import { registerCancelReason } from "./forms/cancel-reason.ts";
import { findFormState } from "./forms/page-state.ts";
import { registerPhoneHours } from "./forms/phone-hours.ts";
import { registerSubmissions } from "./forms/routes.ts";
import { registerInboundMail } from "./inbound/routes.ts";
import { inboxLiveTopic } from "./inbox/live-topic.ts";
import { registerDeskEmails } from "./replies/composing-routes.ts";
import { registerReplies } from "./replies/routes.ts";
import { registerReplyFiles } from "./reply-files/routes.ts";

/** Files of messages from apps, until they are complete; each then takes up to 10 MB of memory. */
const spoolLimits = {
  inMemory: 2,
  totalBytes: 512 * 1024 * 1024,
  senderBytes: 256 * 1024 * 1024,
};

export const messages: Feature = {
  register(app, context) {
    registerSubmissions(app, context);
    registerCancelReason(app, context);
    registerPhoneHours(app, context);
    registerConversations(app, context);
    registerInboundMail(app, context);
    registerDeskEndpoints(app, context, contactEndpoints, async () =>
      (await import("./handlers.ts")).contactHandlers(context),
    );
    registerDeskEndpoints(app, context, answerTimeEndpoints, async () =>
      (await import("./cases/handlers.ts")).answerTimeHandlers(context),
    );
    registerDeskEndpoints(
      app,
      context,
      inboxEndpoints,
      async () => (await import("./inbox/handlers.ts")).inboxHandlers(context),
      // Open pages reload these by themselves.
      { list: { isPassive: true }, counts: { isPassive: true }, views: { isPassive: true } },
    );
    registerDeskEndpoints(
      app,
      context,
      myWorkEndpoints,
      async () => (await import("./inbox/my-work.ts")).myWorkHandlers(context),
      { read: { isPassive: true }, count: { isPassive: true } },
    );
    registerDeskEndpoints(app, context, callEndpoints, async () =>
      (await import("./calls/handlers.ts")).callHandlers(context),
    );
    registerDeskEndpoints(
      app,
      context,
      callBackEndpoints,
      async () => (await import("./calls/handlers.ts")).callBackHandlers(context),
      { list: { isPassive: true }, counts: { isPassive: true } },
    );
    registerReplies(app, context);
    registerReplyFiles(app, context);
    registerDeskEmails(app, context);
    const spool = new UploadSpool(context.config.dataDir, spoolLimits, context.disk);
    registerApiEndpoints(
      app,
      context,
      caseApiEndpoints,
      async () => {
        const { caseApiHandlers } = await import("./api/handlers.ts");
        return (own) => caseApiHandlers(own, spool);
      },
      {
        open: { own: { scope: "cases", in: "body" } },
        read: { own: { scope: "cases", in: "query" } },
        add: { own: { scope: "cases", in: "query" } },
      },
    );
    registerJobs(app, context, [
      backlogJob("case-index", () => runCases(context)),
      {
        name: "snoozed-cases",
        needsTrueClock: false,
        everyMs: minutes(1),
        run: async () => (await import("./cases/wake-cases.ts")).wakeCases(context),
      },
    ]);
  },
  liveTopics: { [inboxTopic]: inboxLiveTopic },
  pages: {
    // The page on safety is an article, too: the feature of these announces it.
    paths: publicForms.map(({ path }) => path).filter((path) => path !== paths.safety),
    findState: findFormState,
    findOutageNotice(_path, query) {
      const reference = query.get(sentQuery) ?? "";
      // Only a valid reference from the query is shown, so that links cannot inject text.
      return isReference(reference) ? outageNotices.sent(reference) : undefined;
    },
  },
};
