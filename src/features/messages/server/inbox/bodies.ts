import { z } from "zod";
import { typedLine, typedText } from "../../../../platform/contract/endpoints/schemas.ts";
import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { caseStatuses, inboxLimits } from "../../contract/desk/inbox.ts";

/** Imported on the first request with a body, since the library takes time to load. */

const maxIdLength = 64;
const maxQueryLength = 1000;

const id = typedText(maxIdLength);
const version = z.int().min(1);
const tag = typedLine(inboxLimits.tag);

const edit = z.strictObject({
  status: z.enum(caseStatuses).exclude(["taken-back"]).optional(),
  assigneeId: id.nullable().optional(),
  tags: z.array(tag).max(inboxLimits.tags).optional(),
  isSpam: z.boolean().optional(),
});

const bodies = {
  change: z.strictObject({ version, edit }),
  note: z.strictObject({
    text: typedText(inboxLimits.note),
    mentions: z.array(id).max(inboxLimits.mentions),
  }),
  changes: z.strictObject({
    cases: z
      .array(z.strictObject({ reference: id, version }))
      .min(1)
      .max(inboxLimits.changedTogether),
    edit: edit.omit({ tags: true }).extend({ addTag: tag.optional() }),
  }),
  undo: z.strictObject({ undo: id }),
  separate: z.strictObject({ isSeparate: z.boolean() }),
  presence: z.strictObject({ reference: id, state: z.enum(["reading", "writing", "left"]) }),
  view: z.strictObject({
    name: typedLine(inboxLimits.viewName),
    query: z.string().max(maxQueryLength).refine(isStorableText),
    isShared: z.boolean(),
  }),
};

export type InboxBody = keyof typeof bodies;

/** Reads a request's body. @throws ApiError "malformed" */
export function parseInboxBody<Name extends InboxBody>(
  name: Name,
  body: unknown,
): z.infer<(typeof bodies)[Name]> {
  const parsed = bodies[name].safeParse(body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data as z.infer<(typeof bodies)[Name]>;
}
