import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InputOf } from "../../../../platform/contract/define-endpoint.ts";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import {
  emptyValues,
  type FormValues,
  readValues,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import {
  maxBodyBytes,
  sentQuery,
  submissionEndpoint,
  submissionExtras,
  submissionPath,
} from "../../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/app-context.ts";
import { isNativePost, type TextBody } from "../../../../platform/server/http/body.ts";
import { withInput } from "../../../../platform/server/http/read-input.ts";
import { registerEndpoint } from "../../../../platform/server/http/register-endpoint.ts";
import { errorsOf, registerNativePost } from "../../../../platform/server/pages/native-post.ts";
import { type PublicForm, publicForms } from "../../contract/forms/public-forms.ts";
import { SubmissionNotices } from "./notices.ts";
import { rememberSentForm } from "./sent-form.ts";
import { type Submission, storeSubmission } from "./store.ts";

/** Browsers encode a byte as three characters ("%C5"): any body allowed as JSON fits here too. */
const maxNativeBytes = 3 * maxBodyBytes;

interface Intake extends PublicForm {
  readonly endpoint: ReturnType<typeof submissionEndpoint>;
  /** Values of choices that were not sent, as in an untouched form. */
  readonly defaults: FormValues;
  readonly notices: SubmissionNotices;
}

function prepareIntake({ form, path }: PublicForm, notices: SubmissionNotices): Intake {
  return { form, path, endpoint: submissionEndpoint(form), defaults: emptyValues(form), notices };
}

/** Two routes for each plain form: JSON from our scripts or an API client, and the native post. */
export function registerSubmissions(app: FastifyInstance, context: AppContext): void {
  const notices = new SubmissionNotices(context);
  for (const entry of publicForms.map((one) => prepareIntake(one, notices))) {
    const { form, path, endpoint } = entry;
    registerEndpoint(app, endpoint, context, async ({ request, reply, body }) => {
      const stored = await accept(entry, { request, body }, context);
      reply.code(201);
      return stored;
    });
    const post = {
      run: async (request: FastifyRequest, reply: FastifyReply) => {
        const { id, reference } = await accept(entry, withInput(endpoint, { request }), context);
        await rememberSentForm(form, id, reply, context);
        return { goTo: `${path}?${sentQuery}=${reference}` };
      },
      stateAfter: (rejection: ApiError, { body }: FastifyRequest) => ({
        collection: form.collection,
        values: withDefaults(entry, (body ?? {}) as TextBody),
        ...errorsOf(rejection, failureWithWait(form.failure, rejection.body.retryAfter)),
      }),
    };
    registerNativePost(app, path, context, post, { bodyLimit: maxNativeBytes });
  }
  app.all(submissionPath("*"), (request, reply) => {
    if (request.method === "POST") throw new ApiError("unknown-collection");
    reply.callNotFound();
  });
}

interface Sent {
  readonly request: FastifyRequest;
  /** The checked values, and the extras. */
  readonly body: InputOf<Intake["endpoint"]>["body"];
}

function accept(intake: Intake, sent: Sent, context: AppContext) {
  const submission = readSubmission(intake, sent, context);
  return storeSubmission(context.database, submission, context.now(), intake.notices);
}

function readSubmission(
  { form }: Intake,
  { request, body }: Sent,
  { config, clientKeys }: AppContext,
): Submission {
  const values = Object.fromEntries(form.fields.map(({ name }) => [name, body[name] ?? ""]));
  const formTime = body[submissionExtras.formTime];
  return {
    form,
    values,
    pageKey: body[submissionExtras.key]?.slice(0, 100) || undefined,
    honeypot: body[submissionExtras.honeypot] ?? "",
    formTimeMs: formTime && /^\d{1,15}$/.test(formTime) ? Number(formTime) : undefined,
    native: isNativePost(request),
    addressHash: clientKeys.hashAddress(request),
    limitedSender: config.rateLimits ? values.email && emailKey(values.email) : undefined,
  };
}

function withDefaults({ form, defaults }: Intake, body: TextBody): FormValues {
  return readValues(form, (name) => body[name] ?? defaults[name]);
}
