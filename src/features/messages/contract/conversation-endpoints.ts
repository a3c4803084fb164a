import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { textsSchema } from "../../../platform/contract/form-engine/form-schema.ts";
import { submissionExtras } from "../../../platform/contract/form-engine/submission.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { interviewNames } from "../../interviews/contract/interviews.ts";
import { conversationNames } from "./conversations.ts";
import { messageForm } from "./forms/message.ts";

/** What the buttons of the page post: which one, and with a message its text. */
export const conversationBody = textsSchema([
  conversationNames.act,
  ...messageForm.fields.map(({ name }) => name),
  interviewNames.slot,
  submissionExtras.key,
  submissionExtras.honeypot,
]);

/** The page's buttons: native form posts; the response is the page. */
export const conversationEndpoints = {
  act: defineEndpoint(`own-site POST ${paths.messages}/:token`, {
    summary:
      "Add to a message, say that it is solved, take it back, or choose a time for an interview",
    params: { token: "Of the personal link in our emails." },
    body: conversationBody.meta({ types: ["application/x-www-form-urlencoded"] }),
    status: "page",
    errors: ["invalid", "not-found", "malformed", "too-large", "too-many", "unsupported-type"],
  }),
} as const;
