import type { FastifyRequest } from "fastify";
import { failureWithWait } from "../../contract/errors/error-message.ts";
import {
  checkForm,
  type FormDefinition,
  readValues,
} from "../../contract/form-engine/define-form.ts";
import { type FormState, submissionExtras } from "../../contract/form-engine/submission.ts";
import { ApiError } from "../api-error.ts";
import type { AppContext } from "../app-context.ts";
import { countAttempt } from "../credentials/throttles.ts";
import { hashToken } from "../credentials/tokens.ts";
import type { TextBody } from "../http/body.ts";
import { errorsOf } from "./native-post.ts";

/** Counts a press of a button on the page of a personal link. @throws ApiError "too-many" */
export async function countLinkPress(
  request: FastifyRequest,
  token: string,
  context: AppContext,
): Promise<void> {
  await countAttempt(context, [
    { limit: "messageAddress", hash: context.clientKeys.hashAddress(request) },
    {
      limit: "messageConversation",
      hash: context.config.rateLimits ? hashToken(token) : undefined,
    },
  ]);
}

/** The checked values of a form on such a page. @throws ApiError "invalid" */
export function readLinkForm<Name extends string>(form: FormDefinition<Name>, body: TextBody) {
  const values = readValues(form, (name) => body[name]?.replaceAll("\r\n", "\n"));
  const errors = checkForm(form, values);
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  // Rejected visibly, not stored: a person whose browser filled the field can send again.
  if (body[submissionExtras.honeypot]) throw new ApiError("malformed");
  return values;
}

/** The state of the form after a rejection, with what was typed. */
export function rejectedLinkForm(
  form: FormDefinition,
  rejection: ApiError,
  { body }: FastifyRequest,
): Partial<FormState> {
  const sent = (body ?? {}) as TextBody;
  return {
    values: readValues(form, (name) => sent[name]),
    ...errorsOf(rejection, failureWithWait(form.failure, rejection.body.retryAfter)),
  };
}
