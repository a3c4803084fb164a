import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { ApplicationDetail } from "../../recruiting/contract/applications.ts";
import type { CaseDetail } from "./inbox.ts";

interface EmailText {
  readonly text: string;
}

/** Which attachment: its place in the list of the email. */
const attachment = z.object({ index: z.coerce.number().int().min(0).max(999) });

export const caseEmailEndpoints = {
  text: defineEndpoint("desk:inbox-read GET /api/desk/inbox/emails/:id/text", {
    response: z.custom<EmailText>(),
  }),
  original: defineEndpoint("desk:inbox-work GET /api/desk/inbox/emails/:id/original", {
    response: z.string(),
  }),
  /** An attached picture, re-encoded, to be shown. */
  picture: defineEndpoint("desk:inbox-read GET /api/desk/inbox/emails/:id/picture", {
    query: attachment,
    response: z.string(),
  }),
  /** An attachment as it was sent, as a download. */
  attachment: defineEndpoint("desk:inbox-work GET /api/desk/inbox/emails/:id/attachment", {
    query: attachment,
    response: z.string(),
  }),
  /** Makes an automatic reply or a reaction a message like any other. */
  treatAsMessage: defineEndpoint("desk:inbox-work POST /api/desk/inbox/emails/:id/message", {
    response: z.custom<CaseDetail>(),
  }),
} as const;

export const applicationEmailEndpoints = {
  text: defineEndpoint("desk:applications GET /api/desk/applications/emails/:id/text", {
    response: z.custom<EmailText>(),
  }),
  original: defineEndpoint("desk:applications GET /api/desk/applications/emails/:id/original", {
    response: z.string(),
  }),
  picture: defineEndpoint("desk:applications GET /api/desk/applications/emails/:id/picture", {
    query: attachment,
    response: z.string(),
  }),
  attachment: defineEndpoint("desk:applications GET /api/desk/applications/emails/:id/attachment", {
    query: attachment,
    response: z.string(),
  }),
  treatAsMessage: defineEndpoint(
    "desk:applications POST /api/desk/applications/emails/:id/message",
    { response: z.custom<ApplicationDetail>() },
  ),
} as const;
