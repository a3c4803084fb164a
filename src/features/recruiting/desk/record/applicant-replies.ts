import { deskPaths } from "../../../../platform/contract/desk/paths.ts";
import { conversationSubject } from "../../../messages/contract/conversations.ts";
import { applicationEmailEndpoints } from "../../../messages/contract/replies/emails.ts";
import type { ReplyKind } from "../../../messages/desk/reply/reply-target.ts";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
} from "../../contract/desk/applications.ts";
import {
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../contract/desk/replies.ts";
import { sentStatuses } from "../../contract/desk/stages.ts";

/** Collections of the forms, which emails name. */
const collections = { care: "CareApplications", pro: "ProApplications" } as const;

export const applicantReplies: ReplyKind<ApplicationDetail> = {
  ...applicantReplyEndpoints,
  read: applicationEndpoints.read,
  emails: applicationEmailEndpoints,
  templates: applicantTemplateEndpoints.list,
  templatesPath: deskPaths.applicantTemplates,
  fieldId: "application-reply",
  subjectOf: ({ track, reference }) => conversationSubject(collections[track], reference),
  statusLabel: "Then move to",
  statusesOf: ({ status }) => [
    ["", `Stay in ${applicationStatusNames[status]}`],
    ...sentStatuses
      .filter((one) => one !== status && one !== "duplicate")
      .map((one) => [one, applicationStatusNames[one]] as const),
  ],
};
