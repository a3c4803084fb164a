import { z } from "zod";
import { typedText } from "../../../../platform/contract/endpoints/schemas.ts";
import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { sentStatuses } from "../../../recruiting/contract/desk/stages.ts";
import type { ConversationKind } from "../../contract/replies/replies.ts";
import { replyLimits, statusesAfterReply } from "../../contract/replies/replies.ts";

const maxIdLength = 64;
/** Older drafts are named by two ids. */
const maxDraftIdLength = 100;
const maxNameLength = 60;

const text = (max: number) => z.string().max(max).refine(isStorableText);

const template = z.strictObject({
  name: typedText(replyLimits.templateName),
  text: typedText(replyLimits.text),
  isShared: z.boolean(),
});

const takeOver = z.strictObject({ draft: text(maxDraftIdLength) });

function bodiesWith(statusesAfter: readonly string[]) {
  const draft = z.strictObject({
    text: text(replyLimits.text),
    blanks: z
      .record(text(maxNameLength), text(replyLimits.blank))
      .refine((blanks) => Object.keys(blanks).length <= replyLimits.blanks),
    statusAfter: z.string().refine((status) => statusesAfter.includes(status)),
    templateId: text(maxIdLength),
  });
  const reply = draft.extend({ text: typedText(replyLimits.text), version: z.int().min(1) });
  return { draft, reply, template, takeOver };
}

const bodies = {
  case: bodiesWith(statusesAfterReply),
  application: bodiesWith(["", ...sentStatuses.filter((status) => status !== "duplicate")]),
} as const satisfies Readonly<Record<ConversationKind, object>>;

type Bodies = (typeof bodies)[ConversationKind];

/** Reads a request's body. @throws ApiError "malformed" */
export function parseReplyBody<Name extends keyof Bodies>(
  kind: ConversationKind,
  name: Name,
  body: unknown,
): z.infer<Bodies[Name]> {
  const parsed = bodies[kind][name].safeParse(body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data as z.infer<Bodies[Name]>;
}
