import {
  defineEndpoint,
  type NoBody,
} from "../../../../platform/contract/endpoints/define-endpoint.ts";
import type { CaseDetail } from "../desk/inbox.ts";
import type { NewReply, ReplyTemplate } from "./replies.ts";

/** The part of a template that requests send. */
export type TemplateBody = Pick<ReplyTemplate, "name" | "text" | "isShared">;

/** Replies to cases. `id` is the case's reference, or the reply's id. */
export const replyEndpoints = {
  /** An empty text removes the draft. */
  saveDraft: defineEndpoint<NewReply, { readonly savedAt: string | null }>(
    "desk:inbox-work PUT /api/desk/inbox/cases/:id/draft",
  ),
  /**
   * Sends after `sendDelaySeconds`. Rejected with "case-changed" if the version is not the newest,
   * and with "invalid" if a placeholder has no value.
   */
  send: defineEndpoint<NewReply & { readonly version: number }, CaseDetail>(
    "desk:inbox-work POST /api/desk/inbox/cases/:id/replies",
  ),
  /** Makes a colleague's unsent reply part of the user's own draft, which is saved before. */
  takeOver: defineEndpoint<{ readonly draft: string }, CaseDetail>(
    "desk:inbox-work POST /api/desk/inbox/cases/:id/take-over",
  ),
  /** Undoes the user's own reply before it is sent; it becomes the draft again. */
  undo: defineEndpoint<NoBody, CaseDetail>("desk:inbox-work POST /api/desk/replies/:id/undo"),
  /** Retries a reply's email that was abandoned. */
  retry: defineEndpoint<NoBody, CaseDetail>("desk:inbox-work POST /api/desk/replies/:id/retry"),
} as const;

export const templateEndpoints = {
  list: defineEndpoint<NoBody, { readonly templates: readonly ReplyTemplate[] }>(
    "desk:inbox-work GET /api/desk/templates",
  ),
  add: defineEndpoint<TemplateBody, { readonly id: string }>(
    "desk:inbox-work POST /api/desk/templates",
  ),
  change: defineEndpoint<TemplateBody>("desk:inbox-work PUT /api/desk/templates/:id"),
  remove: defineEndpoint("desk:inbox-work DELETE /api/desk/templates/:id"),
} as const;
