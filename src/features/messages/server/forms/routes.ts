import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../../platform/contract/errors/error-message.ts";
import {
  checkForm,
  emptyValues,
  type FormValues,
  readValues,
} from "../../../../platform/contract/form-engine/define-form.ts";
import { emailKey } from "../../../../platform/contract/form-engine/rules.ts";
import {
  type FormState,
  isReference,
  maxBodyBytes,
  sentQuery,
  submissionEndpoint,
  submissionExtras,
  submissionPath,
} from "../../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../../platform/server/api-error.ts";
import type { AppContext } from "../../../../platform/server/context/app-context.ts";
import {
  isNativePost,
  readTextBody,
  type TextBody,
} from "../../../../platform/server/http/body.ts";
import { registerEndpoint } from "../../../../platform/server/http/register-endpoint.ts";
import { errorsOf, registerNativePost } from "../../../../platform/server/pages/native-post.ts";
import { type PublicForm, publicForms } from "../../contract/forms/public-forms.ts";
import { SubmissionNotices } from "./notices.ts";
import { hasReference } from "./queries.ts";
import { rememberSentForm } from "./sent-form.ts";
import { type Submission, storeSubmission } from "./store.ts";

/** Browsers encode a byte as three characters ("%C5"): any body allowed as JSON fits here too. */
const maxNativeBytes = 3 * maxBodyBytes;

/** A form and what its posts need, computed once. */
interface Intake extends PublicForm {
  readonly known: ReadonlySet<string>;
  /** Values of choices that were not sent, as in an untouched form. */
  readonly defaults: FormValues;
  readonly notices: SubmissionNotices;
}

function prepareIntake({ form, path }: PublicForm, notices: SubmissionNotices): Intake {
  const names = form.fields.map((field) => field.name);
  const known = new Set([...names, ...Object.values(submissionExtras)]);
  return { form, path, known, defaults: emptyValues(form), notices };
}

/** Two routes for each plain form: JSON from our scripts or an API client, and the native post. */
export function registerSubmissions(app: FastifyInstance, context: AppContext): void {
  const notices = new SubmissionNotices(context);
  for (const entry of publicForms.map((one) => prepareIntake(one, notices))) {
    const { form, path } = entry;
    const endpoint = submissionEndpoint(form.collection);
    registerEndpoint(app, endpoint, context, async ({ request, reply }) => {
      const stored = await accept(entry, request, context);
      reply.code(201);
      return stored;
    });
    const post = {
      run: async (request: FastifyRequest, reply: FastifyReply) => {
        const { id, reference } = await accept(entry, request, context);
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

/** State of the thank-you view that a browser is redirected to after a native post. */
export async function findSentState(
  path: string,
  query: URLSearchParams,
  { database }: AppContext,
): Promise<FormState | undefined> {
  const reference = query.get(sentQuery);
  const collection = publicForms.find((entry) => entry.path === path)?.form.collection;
  if (!reference || !collection || !isReference(reference)) return undefined;
  const exists = await hasReference(database.db, collection, reference);
  return exists ? { collection, reference } : undefined;
}

async function accept(intake: Intake, request: FastifyRequest, context: AppContext) {
  const submission = readSubmission(intake, request, context);
  const errors = checkForm(intake.form, submission.values);
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  return storeSubmission(context.database, submission, context.now(), intake.notices);
}

function readSubmission(
  intake: Intake,
  request: FastifyRequest,
  { config, clientKeys }: AppContext,
): Submission {
  const body = readTextBody(request.body, intake.known);
  const values = withDefaults(intake, body);
  const formTime = body[submissionExtras.formTime];
  return {
    form: intake.form,
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
