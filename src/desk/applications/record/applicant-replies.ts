import { conversationSubject } from "../../../contract/conversations.ts";
import { applicationEmailEndpoints } from "../../../contract/desk/conversations/emails.ts";
import { deskPaths } from "../../../contract/desk/paths.ts";
import {
  type ApplicationDetail,
  applicationEndpoints,
  applicationStatusNames,
  sentStatuses,
} from "../../../contract/desk/recruiting/applications.ts";
import {
  applicantReplyEndpoints,
  applicantTemplateEndpoints,
} from "../../../contract/desk/recruiting/replies.ts";
import type { ReplyKind } from "../../reply/reply-target.ts";

/** Collections of the forms, which emails name. */
const collections = { care: "CareApplications", pro: "ProApplications" } as const;

/** Replies to applicants. */
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
