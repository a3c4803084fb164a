import { deskPaths } from "../../../../../platform/contract/desk/paths.ts";
import { openPrivacyStatuses } from "../../../../privacy/contract/cases.ts";
import { conversationSubject, firstSubject } from "../../../contract/conversations.ts";
import { caseEmailEndpoints } from "../../../contract/emails.ts";
import { type CaseDetail, statusNames } from "../../../contract/inbox.ts";
import { inboxEndpoints } from "../../../contract/inbox-endpoints.ts";
import { statusesAfterReply } from "../../../contract/replies.ts";
import {
  caseFileEndpoints,
  replyEndpoints,
  templateEndpoints,
} from "../../../contract/reply-endpoints.ts";
import { isBegunByStaff } from "../../../contract/staff-begun.ts";
import type { ReplyKind } from "../../reply/reply-target.ts";
import { replyFieldId } from "../ids.ts";

export const caseReplies: ReplyKind<CaseDetail> = {
  ...replyEndpoints,
  read: inboxEndpoints.read,
  emails: caseEmailEndpoints,
  files: caseFileEndpoints,
  templates: templateEndpoints.list,
  templatesPath: deskPaths.templateSettings,
  fieldId: replyFieldId,
  subjectOf: ({ form, reference, started, entries }) => {
    const isFirst = isBegunByStaff(form) && entries.every(({ kind }) => kind !== "reply");
    return (isFirst ? firstSubject : conversationSubject)(form, reference, started);
  },
  closingStatus: "done",
  statusLabel: "Then set the status to",
  statusesOf: ({ request }) =>
    statusesAfterReply
      // A request to delete data is closed by its privacy case.
      .filter((status) => status !== "done" || !request || !openPrivacyStatuses.includes(request))
      .map((status) => [status, statusNames[status]]),
};
