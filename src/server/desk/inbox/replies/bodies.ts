import { z } from "zod";
import { replyLimits, statusesAfterReply } from "../../../../contract/desk/replies.ts";
import { isStorableText } from "../../../../contract/form-engine/rules.ts";
import { ApiError } from "../../../platform/api-error.ts";

const maxIdLength = 64;
const maxNameLength = 60;

const text = (max: number) => z.string().max(max).refine(isStorableText);
const filledText = (max: number) => z.string().trim().min(1).max(max).refine(isStorableText);

const draft = z.strictObject({
  text: text(replyLimits.text),
  blanks: z
    .record(text(maxNameLength), text(replyLimits.blank))
    .refine((blanks) => Object.keys(blanks).length <= replyLimits.blanks),
  statusAfter: z.enum(statusesAfterReply),
  templateId: text(maxIdLength),
});

const bodies = {
  draft,
  reply: draft.extend({ text: filledText(replyLimits.text), version: z.int().min(1) }),
  template: z.strictObject({
    name: filledText(replyLimits.templateName),
    text: filledText(replyLimits.text),
    isShared: z.boolean(),
  }),
};

/** Reads a request's body. @throws ApiError "malformed" */
export function parseReplyBody<Name extends keyof typeof bodies>(
  name: Name,
  body: unknown,
): z.infer<(typeof bodies)[Name]> {
  const parsed = bodies[name].safeParse(body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data as z.infer<(typeof bodies)[Name]>;
}
