import { z } from "zod";
import { typedText } from "../../../../platform/contract/endpoints/schemas.ts";
import { isStorableText } from "../../../../platform/contract/form-engine/rules.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { inboxLimits } from "../../../messages/contract/desk/inbox.ts";
import { type SentStatus, sentStatuses } from "../../contract/desk/stages.ts";
import { maxNotifiedAtOnce } from "../../contract/desk/waitlist.ts";
import { trackNames } from "../../contract/recruiting-endpoints.ts";

/** Imported on the first request with a body, since the library takes time to load. */

const maxIdLength = 64;

const id = typedText(maxIdLength);
const version = z.int().min(1);

const bodies = {
  change: z.strictObject({
    version,
    status: z.enum(sentStatuses as [SentStatus, ...SentStatus[]]),
  }),
  note: z.strictObject({
    text: typedText(inboxLimits.note),
    mentions: z.array(id).max(inboxLimits.mentions),
  }),
  undo: z.strictObject({ undo: id }),
  separate: z.strictObject({ other: id }),
  merge: z.strictObject({ version, other: z.strictObject({ reference: id, version }) }),
  notify: z.strictObject({
    market: z.string().max(maxIdLength).refine(isStorableText),
    track: z.enum(trackNames as ["care", "pro"]).optional(),
    only: z.array(id).min(1).max(maxNotifiedAtOnce).optional(),
    by: z.enum(["email", "phone"]),
  }),
};

type Bodies = typeof bodies;

/** Reads a request's body. @throws ApiError "malformed" */
export function parseApplicationBody<Name extends keyof Bodies>(
  name: Name,
  body: unknown,
): z.infer<Bodies[Name]> {
  const parsed = bodies[name].safeParse(body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data as z.infer<Bodies[Name]>;
}
