import { z } from "zod";
import { type Accepted, defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { SavedView } from "../../../platform/contract/desk/saved-views.ts";
import type { Undoable, Undone } from "../../../platform/contract/desk/undo.ts";
import { platform } from "../../../platform/contract/form-engine/fields.ts";
import { isReference } from "../../../platform/contract/form-engine/reference.ts";
import {
  cursor,
  exportFormat,
  queryChoice,
  queryDay,
  queryText,
  recordId,
  storableText,
  typedLine,
  typedText,
  undoToken,
  version,
} from "../../../platform/contract/schemas.ts";
import {
  type CallBackPage,
  type CaseCounts,
  type CaseDetail,
  type CaseFilter,
  type CasePage,
  caseSorts,
  caseStatuses,
  inboxForms,
  inboxLimits,
  settableStatuses,
} from "./inbox.ts";

/** What a change sets; absent fields are unchanged. */
export type CaseEdit = Accepted<typeof edit>;

export interface ChangedCase extends CaseDetail, Undoable {}

const filter = z.object({
  form: queryChoice(Object.keys(inboxForms)),
  status: queryChoice([
    ...caseStatuses,
    "open",
    "snoozed",
    "overdue",
    "undelivered",
    "spam",
    "all",
  ]),
  assignee: queryText(inboxLimits.search),
  platform: queryChoice(platform.options),
  tag: queryText(inboxLimits.search),
  from: queryDay,
  to: queryDay,
  q: queryText(inboxLimits.search),
  sort: queryChoice(caseSorts),
});
/** The filter as its names in a query string; those of the list and of saved views. */
export const caseFilter: z.ZodType<CaseFilter> = filter;

const edit = z.strictObject({
  status: z.enum(settableStatuses).optional(),
  assigneeId: recordId.nullable().optional(),
  tags: z.array(typedLine(inboxLimits.tag)).max(inboxLimits.tags).optional(),
  isSpam: z.boolean().optional(),
  /** Puts it off until the start of a day, YYYY-MM-DD; null ends that. */
  snooze: z
    .strictObject({ until: z.iso.date(), reason: typedLine(inboxLimits.snoozeReason) })
    .nullable()
    .optional(),
});

/** A note of staff. */
export const note = z.strictObject({
  text: typedText(inboxLimits.note),
  mentions: z.array(recordId).max(inboxLimits.mentions),
});

/** A filter of a list that staff saves under a name. */
export const newView = z.strictObject({
  name: typedLine(inboxLimits.viewName),
  query: storableText(1000),
  isShared: z.boolean(),
});

/** Comma-separated references. */
const references = z
  .string()
  .transform((text) => text.split(","))
  .refine((all) => all.length <= inboxLimits.changedTogether && all.every(isReference));

/** The inbox. `id` is the case's reference, or the view's id. */
export const inboxEndpoints = {
  list: defineEndpoint("desk:inbox-read GET /api/desk/inbox", {
    query: z.object({ ...filter.shape, after: cursor }),
    response: z.custom<CasePage>(),
  }),
  counts: defineEndpoint("desk:inbox-read GET /api/desk/inbox/counts", {
    response: z.custom<CaseCounts>(),
  }),
  read: defineEndpoint("desk:inbox-read GET /api/desk/inbox/cases/:id", {
    response: z.custom<CaseDetail>(),
  }),
  /** Rejected with "case-changed", saying who changed what, if the version is not the newest. */
  change: defineEndpoint("desk:inbox-work PATCH /api/desk/inbox/cases/:id", {
    body: z.strictObject({ version, edit }),
    response: z.custom<ChangedCase>(),
  }),
  addNote: defineEndpoint("desk:inbox-work POST /api/desk/inbox/cases/:id/notes", {
    body: note,
    response: z.custom<CaseDetail>(),
  }),
  /** Several at once. Cases that changed in the meantime are skipped and listed in the response. */
  changeMany: defineEndpoint("desk:inbox-work POST /api/desk/inbox/changes", {
    body: z.strictObject({
      cases: z
        .array(z.strictObject({ reference: recordId, version }))
        .min(1)
        .max(inboxLimits.changedTogether),
      edit: edit.omit({ tags: true }).extend({ addTag: typedLine(inboxLimits.tag).optional() }),
    }),
    response: z.custom<
      {
        readonly changed: number;
        readonly conflicts: readonly string[];
        /** Requests to delete data, which only their privacy case closes. */
        readonly requests: readonly string[];
      } & Undoable
    >(),
  }),
  /**
   * Merges it into another case of the same person, which then shows its messages; null separates
   * them again.
   */
  merge: defineEndpoint("desk:inbox-work PUT /api/desk/inbox/cases/:id/merge", {
    body: z.strictObject({ version, into: recordId.nullable() }),
    response: z.custom<ChangedCase>(),
  }),
  /** Relates it to another case, and that one to it, or ends that. */
  relate: defineEndpoint("desk:inbox-work PUT /api/desk/inbox/cases/:id/related", {
    body: z.strictObject({ version, other: recordId, isRelated: z.boolean() }),
    response: z.custom<ChangedCase>(),
  }),
  /** Undoes `change`, `changeMany`, `merge`, `relate` or a logged call within `undoSeconds`. */
  undo: defineEndpoint("desk:inbox-work POST /api/desk/inbox/undo", {
    body: undoToken,
    response: z.custom<Undone>(),
  }),
  views: defineEndpoint("desk:inbox-read GET /api/desk/inbox/views", {
    response: z.custom<{ readonly views: readonly SavedView[] }>(),
  }),
  saveView: defineEndpoint("desk:inbox-read POST /api/desk/inbox/views", {
    body: newView,
    response: z.custom<{ readonly id: string }>(),
  }),
  /** One's own view; staff with `settings` also a shared one of others. */
  removeView: defineEndpoint("desk:inbox-read DELETE /api/desk/inbox/views/:id"),
  /**
   * CSV or NDJSON of the filtered list: query as `list`, and `format` ("csv" or "ndjson"). With
   * `only`, comma-separated references: those cases, whatever the filter.
   */
  export: defineEndpoint("desk-recent:inbox-work GET /api/desk/inbox/export", {
    query: z.object({ ...filter.shape, format: exportFormat, only: references.optional() }),
    response: z.string(),
  }),
} as const;

/** The calls that we owe. */
export const callBackEndpoints = {
  list: defineEndpoint("desk:inbox-read GET /api/desk/call-backs", {
    query: z.object({ after: cursor }),
    response: z.custom<CallBackPage>(),
  }),
  /** Beside the tab. */
  counts: defineEndpoint("desk:inbox-read GET /api/desk/call-backs/counts", {
    response: z.custom<{ readonly open: number; readonly overdue: number }>(),
  }),
} as const;
