import {
  defineEndpoint,
  type NoBody,
} from "../../../../platform/contract/endpoints/define-endpoint.ts";
import type { NewReply, ReplyTemplate } from "../../../messages/contract/replies/replies.ts";
import type { TemplateBody } from "../../../messages/contract/replies/reply-endpoints.ts";
import type { ApplicationDetail } from "./applications.ts";

/** Replies to applicants, as `replyEndpoints` has them. `id` is the application's reference, or the reply's id. */
export const applicantReplyEndpoints = {
  saveDraft: defineEndpoint<NewReply, { readonly savedAt: string | null }>(
    "desk:applications PUT /api/desk/applications/records/:id/draft",
  ),
  send: defineEndpoint<NewReply & { readonly version: number }, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/records/:id/replies",
  ),
  /** Makes a colleague's unsent reply part of the user's own draft, which is saved before. */
  takeOver: defineEndpoint<{ readonly draft: string }, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/records/:id/take-over",
  ),
  undo: defineEndpoint<NoBody, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/replies/:id/undo",
  ),
  retry: defineEndpoint<NoBody, ApplicationDetail>(
    "desk:applications POST /api/desk/applications/replies/:id/retry",
  ),
} as const;

export const applicantTemplateEndpoints = {
  list: defineEndpoint<NoBody, { readonly templates: readonly ReplyTemplate[] }>(
    "desk:applications GET /api/desk/applications/templates",
  ),
  add: defineEndpoint<TemplateBody, { readonly id: string }>(
    "desk:applications POST /api/desk/applications/templates",
  ),
  change: defineEndpoint<TemplateBody>(
    "desk:applications PUT /api/desk/applications/templates/:id",
  ),
  remove: defineEndpoint("desk:applications DELETE /api/desk/applications/templates/:id"),
} as const;
