import { z } from "zod";
import { typedText } from "../../../../platform/contract/endpoints/schemas.ts";
import { isStorableText, looksLikeEmail } from "../../../../platform/contract/form-engine/rules.ts";
import { isReference } from "../../../../platform/contract/form-engine/submission.ts";
import { normalizeEmail } from "../../../../platform/contract/normalize/email.ts";
import { normalizeLine } from "../../../../platform/contract/normalize/text.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import { identityWays, privacyKinds, privacyLimits, privacySources } from "../../contract/cases.ts";

/** Imported on the first request with a body, since the library takes time to load. */

const maxIdLength = 64;
const maxEmailLength = 254;

const version = z.int().min(1);
const reason = typedText(privacyLimits.reason);

const bodies = {
  add: z.strictObject({
    kind: z.enum(privacyKinds),
    name: z.string().overwrite(normalizeLine).max(privacyLimits.name).refine(isStorableText),
    email: typedText(maxEmailLength).transform(normalizeEmail).refine(looksLikeEmail),
    source: z.enum(privacySources),
  }),
  work: z.strictObject({
    version,
    work: z.discriminatedUnion("act", [
      z.strictObject({ act: z.literal("take") }),
      z.strictObject({ act: z.literal("assign"), staffId: typedText(maxIdLength).nullable() }),
      z.strictObject({ act: z.literal("send-link") }),
      z.strictObject({ act: z.literal("extend"), reason }),
      z.strictObject({
        act: z.literal("letter"),
        title: typedText(privacyLimits.letterTitle),
        text: typedText(privacyLimits.letter),
      }),
    ]),
  }),
  decide: z.strictObject({
    version,
    decision: z.discriminatedUnion("act", [
      z.strictObject({ act: z.literal("confirm-identity"), how: z.enum(identityWays) }),
      z.strictObject({
        act: z.literal("delete"),
        expected: z.int().min(0),
        also: z.union([
          z.literal("all"),
          z.array(z.string().refine(isReference)).max(privacyLimits.also),
        ]),
      }),
      z.strictObject({ act: z.literal("send-copy") }),
      z.strictObject({ act: z.literal("deny"), reason }),
      z.strictObject({ act: z.literal("decide-appeal"), isGranted: z.boolean(), reason }),
    ]),
  }),
};

type Bodies = typeof bodies;

/** Reads a request's body. @throws ApiError "malformed" */
export function parsePrivacyBody<Name extends keyof Bodies>(
  name: Name,
  body: unknown,
): z.infer<Bodies[Name]> {
  const parsed = bodies[name].safeParse(body);
  if (!parsed.success) throw new ApiError("malformed");
  return parsed.data as z.infer<Bodies[Name]>;
}
