import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { isStorableText } from "../../../platform/contract/form-engine/rules.ts";
import { submissionPath } from "../../../platform/contract/form-engine/submission.ts";
import { sentText } from "../../../platform/contract/schemas.ts";
import { newsletter } from "./newsletter.ts";

const { collection, names } = newsletter;

const sent = sentText.refine(isStorableText);

/** What the form sends, by our scripts or itself. */
export const signUpBody = z.strictObject({
  [names.email]: sent,
  [names.formTime]: z
    .union([z.number(), z.string()])
    .optional()
    .describe("Milliseconds from page load to submit."),
  [names.token]: sent,
  [names.honeypot]: sent,
});

export const signUpEndpoint = defineEndpoint(`own-site POST ${submissionPath(collection)}`, {
  summary: "Subscribe to the newsletter",
  body: signUpBody,
  response: z.object({ email: z.string() }),
  status: 201,
  errors: ["invalid", "malformed", "too-large", "too-many"],
});
