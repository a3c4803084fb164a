import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../platform/contract/errors/error-message.ts";
import { type ErrorCode, errors } from "../../../platform/contract/errors/errors.ts";
import { outageNotices } from "../../../platform/contract/errors/outage-errors.ts";
import { adjacentStep } from "../../../platform/contract/form-engine/define-steps.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { countAttempt } from "../../../platform/server/credentials/throttles.ts";
import { outageNotice } from "../../../platform/server/http/errors/outages.ts";
import {
  type NativeResult,
  registerNativePost,
} from "../../../platform/server/pages/native-post.ts";
import { applicationForms } from "../contract/application-forms.ts";
import type { IntakeState } from "../contract/intake-endpoints.ts";
import {
  type IntakeAction,
  intakeNames,
  stepQuery,
  tracks,
} from "../contract/recruiting-endpoints.ts";
import {
  type Applicant,
  findDraft,
  firstStep,
  lostPlace,
  movedState,
  nextStep,
  readApplicant,
  saveStep,
  toIntakeState,
} from "./applications/drafts.ts";
import { emailLink, followLink } from "./applications/emailed-links.ts";
import {
  completePage,
  InvalidApplication,
  setCompletionCookie,
  submitApplication,
} from "./applications/submit.ts";
import { type FormBody, fileIn, isCut, isFormBody, textIn } from "./form-body.ts";
import {
  currentState,
  findIntakeState,
  type IntakePage,
  readStep,
  toFormState,
} from "./intake-state.ts";
import { discardDraft } from "./resumes/discard.ts";
import { removeResume, saveResume } from "./resumes/resume-store.ts";

export function registerIntakePage(
  app: FastifyInstance,
  { track, page }: IntakePage,
  context: AppContext,
): void {
  const place = { track, page };
  const config = { failedNotice: outageNotices.draft };
  app.get(page, { config }, async (request, reply) => {
    const state = await findIntakeState(request, reply, place, context);
    // The person came here with Back from the completion page.
    if (state === "sent") return reply.redirect(completePage(place), 303);
    if (state) return context.pages.sendWithState(reply, page, 200, state);
    return context.pages.serve(request, reply, page);
  });
  registerNativePost(app, page, context, {
    accepts: ({ body }) => isFormBody(body),
    showsUnread: true,
    async run(request, reply) {
      const sent = request.body as FormBody;
      if (isCut(sent)) throw new ApiError("too-large");
      const applicant = await readApplicant(request, reply, context, track, page);
      return act(sent, applicant, reply, context);
    },
    stateAfter: (rejection, request, error) =>
      stateAfter(rejection, request, error, place, context),
  });
}

async function act(
  sent: FormBody,
  applicant: Applicant,
  reply: FastifyReply,
  context: AppContext,
): Promise<NativeResult> {
  const { track, page } = applicant;
  const step = textIn(sent, intakeNames.step);
  const action = (textIn(sent, intakeNames.action) || "continue") as IntakeAction;
  const goTo = (id: string | undefined) => ({ goTo: id ? `${page}?${stepQuery}=${id}` : page });
  const keep = () =>
    saveStep(applicant, { step, answers: readStep(sent, track, step), typing: true }, context);

  switch (action) {
    case "resume": {
      const used = await followLink(textIn(sent, intakeNames.token), applicant, context);
      if (used.kind === "continued") return goTo(undefined);
      setCompletionCookie(reply, context, used.token);
      return { goTo: tracks[track].complete };
    }
    case "discard":
      await discardDraft(applicant, context);
      return goTo(undefined);
    case "back":
      if (step !== "check") await keep();
      return goTo(adjacentStep(applicationForms[track], step, -1));
    case "remove-resume":
      await keep();
      await removeResume(applicant, context);
      return goTo(step);
    case "mail-link": {
      const saved = step === "check" ? undefined : await keep();
      const mailedTo = await emailLink(withDraft(applicant, saved?.application.id), context);
      const state = await currentState(applicant, saved?.application.id, step, context);
      return { show: toFormState({ ...state, mailedTo }) };
    }
    case "continue":
      if (step === "check") return send(applicant, reply, context);
      return proceed(sent, step, applicant, context);
    default:
      throw new ApiError("malformed");
  }
}

/** Adds a draft created by this post to the visitor, which was read before. */
function withDraft(applicant: Applicant, id: string | undefined): Applicant {
  if (!id) return applicant;
  const { visitor, track } = applicant;
  const applications = { ...visitor.applications, [track]: id };
  return { ...applicant, visitor: { ...visitor, applications } };
}

async function proceed(
  sent: FormBody,
  step: string,
  applicant: Applicant,
  context: AppContext,
): Promise<NativeResult> {
  const { track, page } = applicant;
  if (!applicationForms[track].steps.some(({ id }) => id === step)) throw new ApiError("malformed");
  const answers = readStep(sent, track, step);
  const { application, errors } = await saveStep(applicant, { step, answers }, context);
  const found = {
    ...errors,
    ...(await keepFile(sent, withDraft(applicant, application.id), context)),
  };
  if (Object.keys(found).length > 0) {
    const state = await currentState(applicant, application.id, step, context);
    return { show: toFormState(state, { errors: found }), status: 422 };
  }
  const next = nextStep(application);
  if (applicant.visitor.applications[track] === null && step !== firstStep(track)) {
    const state = toIntakeState(application, next, context);
    return { show: toFormState(state, { failure: lostPlace }) };
  }
  return { goTo: `${page}?${stepQuery}=${next}` };
}

/**
 * Stores a posted résumé. @returns the file's error by field; the answers have been saved by then
 */
async function keepFile(
  sent: FormBody,
  applicant: Applicant,
  context: AppContext,
): Promise<Record<string, string>> {
  try {
    const file = await fileIn(sent, "resume");
    if (!file) return {};
    await countAttempt(context, [{ limit: "resumeAddress", hash: applicant.addressHash }]);
    await saveResume(applicant, file.name, file.bytes, context);
    return {};
  } catch (error) {
    const isUserError = error instanceof ApiError && error.statusCode < 500;
    if (isUserError && error.body.code !== "too-many") return { resume: error.message };
    throw error;
  }
}

async function send(
  applicant: Applicant,
  reply: FastifyReply,
  context: AppContext,
): Promise<NativeResult> {
  const { token } = await submitApplication(applicant, context);
  setCompletionCookie(reply, context, token);
  return { goTo: completePage(applicant) };
}

/**
 * Codes whose own message says what to do; for others the page shows the form's failure message.
 */
const selfExplanatory: ReadonlySet<ErrorCode> = new Set([
  "link-expired",
  "no-draft",
  "draft-moved",
]);

/** The page after a rejected post: the step, everything that was typed, and the errors. */
async function stateAfter(
  { body }: ApiError,
  request: FastifyRequest,
  error: Error,
  { track, page }: IntakePage,
  context: AppContext,
): Promise<FormState | { readonly goTo: string }> {
  if (body.code === "application-sent") return { goTo: completePage({ track, page }) };
  const form = applicationForms[track];
  const { code, fields, retryAfter, message } = body;
  const sent = isFormBody(request.body) ? request.body : undefined;
  const sentStep = sent ? textIn(sent, intakeNames.step) : "";
  const found = await findDraft(request, context, track).catch(() => undefined);
  const draft = found === "moved" ? undefined : found;
  const wanted = error instanceof InvalidApplication ? error.step : sentStep;
  const isStep = form.steps.some(({ id }) => id === wanted) || (draft && wanted === "check");
  // Nothing was typed that the page would have to keep.
  if (code === "draft-moved" && !isStep) return toFormState(movedState(track));
  const step = isStep ? wanted : draft ? nextStep(draft) : firstStep(track);
  const failure = selfExplanatory.has(code) ? message : form.failure;
  const state: IntakeState = {
    ...(draft ? toIntakeState(draft, step, context) : { track, step, done: [] }),
    answers: { ...draft?.answers, ...(sent && readStep(sent, track, sentStep)) },
  };
  const isTooLarge = code === "too-large";
  return toFormState(
    state,
    fields || isTooLarge
      ? { errors: fields ?? { resume: errors["resume-too-large"].message } }
      : { failure: failureWithWait(failure, retryAfter), ...outageNotice(body) },
  );
}
