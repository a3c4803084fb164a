import {
  defineEndpoint,
  type NoBody,
} from "../../../../platform/contract/endpoints/define-endpoint.ts";
import type { ApplicationDetail } from "../../../recruiting/contract/desk/applications.ts";
import type { CaseDetail } from "../desk/inbox.ts";

interface EmailText {
  readonly text: string;
}

export const caseEmailEndpoints = {
  text: defineEndpoint<NoBody, EmailText>("desk:inbox-read GET /api/desk/inbox/emails/:id/text"),
  original: defineEndpoint<NoBody, string>(
    "desk:inbox-work GET /api/desk/inbox/emails/:id/original",
  ),
  /** Makes an automatic reply or a reaction a message like any other. */
  treatAsMessage: defineEndpoint<NoBody, CaseDetail>(
    "desk:inbox-work POST /api/desk/inbox/emails/:id/message",
  ),
} as const;

export const applicationEmailEndpoints = {
  text: defineEndpoint<NoBody, EmailText>(
    "desk:applications GET /api/desk/applications/emails/:id/text",
  ),
  original: defineEndpoint<NoBody, string>(
    "desk:applications GET /api/desk/applications/emails/:id/original",
  ),
  treatAsMessage: defineEndpoint<NoBody, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/emails/:id/message",
  ),
} as const;
