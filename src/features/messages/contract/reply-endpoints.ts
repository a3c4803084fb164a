import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import {
  bytes,
  recordId,
  storableText,
  typedText,
  version,
} from "../../../platform/contract/schemas.ts";
import type { CaseDetail } from "./inbox.ts";
import { type ReplyFile, type ReplyTemplate, replyLimits, statusesAfterReply } from "./replies.ts";

/** The part of a template that requests send. */
export const templateBody = z.strictObject({
  name: typedText(replyLimits.templateName),
  text: typedText(replyLimits.text),
  isShared: z.boolean(),
});

/**
 * Ids of the attached files that the writer sees: others stay in the draft. Pages of the version
 * before send none.
 */
export const attached = z.array(recordId).max(replyLimits.files).default([]);

/** A file to attach. Its content says what it is, whatever its name. */
export const newFile = {
  query: z.object({ name: storableText(replyLimits.fileName) }),
  body: bytes("application/octet-stream"),
  response: z.custom<ReplyFile>(),
} as const;

/** A draft, and a reply to be sent. @param statuses that may be set with it */
export function replyBodies(statuses: readonly string[]) {
  const draft = z.strictObject({
    text: storableText(replyLimits.text),
    blanks: z
      .record(storableText(60), storableText(replyLimits.blank))
      .refine((blanks) => Object.keys(blanks).length <= replyLimits.blanks),
    statusAfter: z.string().refine((status) => statuses.includes(status)),
    templateId: storableText(64),
  });
  const reply = z.strictObject({
    ...draft.shape,
    text: typedText(replyLimits.text),
    files: attached,
    version,
  });
  return { draft, reply };
}

/** A colleague's unsent reply; older drafts are named by two ids. */
export const draftId = z.strictObject({ draft: storableText(100) });

const bodies = replyBodies(statusesAfterReply);

/** Replies to cases. `id` is the case's reference, or the reply's id. */
export const replyEndpoints = {
  /** An empty text without files removes the draft. */
  saveDraft: defineEndpoint("desk:inbox-work PUT /api/desk/inbox/cases/:id/draft", {
    body: bodies.draft,
    response: z.custom<{ readonly savedAt: string | null }>(),
  }),
  /**
   * Sends after `sendDelaySeconds`. Rejected with "case-changed" if the version is not the newest,
   * and with "invalid" if a placeholder has no value.
   */
  send: defineEndpoint("desk:inbox-work POST /api/desk/inbox/cases/:id/replies", {
    body: bodies.reply,
    response: z.custom<CaseDetail>(),
  }),
  /** Makes a colleague's unsent reply part of the user's own draft, which is saved before. */
  takeOver: defineEndpoint("desk:inbox-work POST /api/desk/inbox/cases/:id/take-over", {
    body: draftId,
    response: z.custom<CaseDetail>(),
  }),
  /** Undoes the user's own reply before it is sent; it becomes the draft again. */
  undo: defineEndpoint("desk:inbox-work POST /api/desk/replies/:id/undo", {
    response: z.custom<CaseDetail>(),
  }),
  /** Retries a reply's email that was abandoned. */
  retry: defineEndpoint("desk:inbox-work POST /api/desk/replies/:id/retry", {
    response: z.custom<CaseDetail>(),
  }),
} as const;

/** Files that staff attach to replies. `id` is the case's reference for `add`, else the file's id. */
export const caseFileEndpoints = {
  /** Adds a file to the user's own draft. */
  add: defineEndpoint("desk:inbox-work POST /api/desk/inbox/cases/:id/files", newFile),
  /** Removes a file of the user's own draft. */
  remove: defineEndpoint("desk:inbox-work DELETE /api/desk/inbox/files/:id"),
  picture: defineEndpoint("desk:inbox-read GET /api/desk/inbox/files/:id/picture", {
    response: z.string(),
  }),
  download: defineEndpoint("desk:inbox-work GET /api/desk/inbox/files/:id", {
    response: z.string(),
  }),
} as const;

export const templateEndpoints = {
  list: defineEndpoint("desk:inbox-work GET /api/desk/templates", {
    response: z.custom<{ readonly templates: readonly ReplyTemplate[] }>(),
  }),
  add: defineEndpoint("desk:inbox-work POST /api/desk/templates", {
    body: templateBody,
    response: z.custom<{ readonly id: string }>(),
  }),
  change: defineEndpoint("desk:inbox-work PUT /api/desk/templates/:id", { body: templateBody }),
  remove: defineEndpoint("desk:inbox-work DELETE /api/desk/templates/:id"),
} as const;
