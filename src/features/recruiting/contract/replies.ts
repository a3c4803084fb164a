import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { ReplyTemplate } from "../../messages/contract/replies.ts";
import {
  draftId,
  newFile,
  replyBodies,
  templateBody,
} from "../../messages/contract/reply-endpoints.ts";
import type { ApplicationDetail } from "./applications.ts";
import { sentStatuses } from "./stages.ts";

/** The empty one keeps the current status. */
const bodies = replyBodies(["", ...sentStatuses.filter((status) => status !== "duplicate")]);

/** Replies to applicants, as `replyEndpoints` has them. `id` is the application's reference, or the reply's id. */
export const applicantReplyEndpoints = {
  saveDraft: defineEndpoint("desk:applications PUT /api/desk/applications/records/:id/draft", {
    body: bodies.draft,
    response: z.custom<{ readonly savedAt: string | null }>(),
  }),
  send: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/replies", {
    body: bodies.reply,
    response: z.custom<ApplicationDetail>(),
  }),
  /** Makes a colleague's unsent reply part of the user's own draft, which is saved before. */
  takeOver: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/take-over", {
    body: draftId,
    response: z.custom<ApplicationDetail>(),
  }),
  undo: defineEndpoint("desk:applications POST /api/desk/applications/replies/:id/undo", {
    response: z.custom<ApplicationDetail>(),
  }),
  retry: defineEndpoint("desk:applications POST /api/desk/applications/replies/:id/retry", {
    response: z.custom<ApplicationDetail>(),
  }),
} as const;

/** Files that staff attach to replies to applicants, as `caseFileEndpoints` has them. */
export const applicantFileEndpoints = {
  add: defineEndpoint("desk:applications POST /api/desk/applications/records/:id/files", newFile),
  remove: defineEndpoint("desk:applications DELETE /api/desk/applications/files/:id"),
  picture: defineEndpoint("desk:applications GET /api/desk/applications/files/:id/picture", {
    response: z.string(),
  }),
  download: defineEndpoint("desk:applications GET /api/desk/applications/files/:id", {
    response: z.string(),
  }),
} as const;

export const applicantTemplateEndpoints = {
  list: defineEndpoint("desk:applications GET /api/desk/applications/templates", {
    response: z.custom<{ readonly templates: readonly ReplyTemplate[] }>(),
  }),
  add: defineEndpoint("desk:applications POST /api/desk/applications/templates", {
    body: templateBody,
    response: z.custom<{ readonly id: string }>(),
  }),
  change: defineEndpoint("desk:applications PUT /api/desk/applications/templates/:id", {
    body: templateBody,
  }),
  remove: defineEndpoint("desk:applications DELETE /api/desk/applications/templates/:id"),
} as const;
