import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type IntakeAction,
  type IntakeState,
  intakeNames,
  stepQuery,
  tracks,
} from "../../../contract/endpoints/recruiting.ts";
import { failureWithWait } from "../../../contract/errors/error-message.ts";
import { type ErrorCode, errors } from "../../../contract/errors/errors.ts";
import { outageNotices } from "../../../contract/errors/outage-errors.ts";
import { neighborStep } from "../../../contract/form-engine/define-steps.ts";
import { applicationForms } from "../../../contract/forms/application-forms.ts";
import type { AppContext } from "../../context/app-context.ts";
import { ApiError } from "../../platform/api-error.ts";
import { outageNotice } from "../../platform/http/errors/outages.ts";
import { requireOwnSite } from "../../platform/http/same-origin.ts";
import { noteRejection } from "../../platform/pages/native-post.ts";
import { countAttempt } from "../../platform/throttles/throttles.ts";
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
} from "../applications/drafts.ts";
import { followLink, mailLink } from "../applications/mailed-links.ts";
import {
  completePage,
  giveCompletion,
  InvalidApplication,
  submitApplication,
} from "../applications/submit.ts";
import { discardDraft } from "../resumes/discard.ts";
import { removeResume, saveResume } from "../resumes/resume-store.ts";
import { type FormBody, fileIn, isCut, isFormBody, textIn } from "./form-body.ts";
import {
  currentState,
  findIntakeState,
  type IntakePage,
  readStep,
  toFormState,
} from "./intake-state.ts";

/** The intake's pages, rendered with the browser's draft, and their native posts. */
export function registerIntakePage(
  app: FastifyInstance,
  { track, page }: IntakePage,
  context: AppContext,
): void {
  const place = { track, page };
  const config = { failedNotice: outageNotices.draft };
  app.get(page, { config }, async (request, reply) => {
    const state = await findIntakeState(request, reply, place, context);
    // Reached with Back from the completion page.
    if (state === "sent") return reply.redirect(completePage(place), 303);
    if (state) return context.pages.sendWithState(reply, page, 200, state);
    return context.pages.serve(request, reply, page);
  });
  app.post(
    page,
    {
      errorHandler: (error, request, reply) => rejectPost(error, request, reply, place, context),
    },
    async (request, reply) => {
      if (!isFormBody(request.body)) throw new ApiError("unsupported-type");
      try {
        requireOwnSite(request, context.config);
        if (isCut(request.body)) throw new ApiError("too-large");
        const applicant = await readApplicant(request, reply, context, track, page);
        return await act(request.body, applicant, reply, context);
      } catch (error) {
        return rejectPost(error as Error, request, reply, place, context);
      }
    },
  );
}

async function act(
  sent: FormBody,
  applicant: Applicant,
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
  const { track, page } = applicant;
  const step = textIn(sent, intakeNames.step);
  const action = (textIn(sent, intakeNames.action) || "continue") as IntakeAction;
  const goTo = (id: string | undefined) =>
    reply.redirect(id ? `${page}?${stepQuery}=${id}` : page, 303);
  const keep = () =>
    saveStep(applicant, { step, answers: readStep(sent, track, step), typing: true }, context);

  switch (action) {
    case "resume": {
      const used = await followLink(textIn(sent, intakeNames.token), applicant, context);
      if (used.kind === "resumed") return goTo(undefined);
      giveCompletion(reply, context, used.token);
      return reply.redirect(tracks[track].complete, 303);
    }
    case "discard":
      await discardDraft(applicant, context);
      return goTo(undefined);
    case "back":
      if (step !== "check") await keep();
      return goTo(neighborStep(applicationForms[track], step, -1));
    case "remove-resume":
      await keep();
      await removeResume(applicant, context);
      return goTo(step);
    case "mail-link": {
      const saved = step === "check" ? undefined : await keep();
      const mailedTo = await mailLink(withDraft(applicant, saved?.application.id), context);
      const state = await currentState(applicant, saved?.application.id, step, context);
      return context.pages.sendWithState(reply, page, 200, toFormState({ ...state, mailedTo }));
    }
    case "continue":
      if (step === "check") return send(applicant, reply, context);
      return proceed(sent, step, applicant, reply, context);
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
  reply: FastifyReply,
  context: AppContext,
): Promise<FastifyReply> {
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
    return context.pages.sendWithState(reply, page, 422, toFormState(state, { errors: found }));
  }
  const next = nextStep(application);
  if (applicant.visitor.applications[track] === null && step !== firstStep(track)) {
    const state = toIntakeState(application, next, context);
    return context.pages.sendWithState(
      reply,
      page,
      200,
      toFormState(state, { failure: lostPlace }),
    );
  }
  return reply.redirect(`${page}?${stepQuery}=${next}`, 303);
}

/** Stores a posted résumé. @returns the file's error by field; the answers are saved by then */
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
): Promise<FastifyReply> {
  const { token } = await submitApplication(applicant, context);
  giveCompletion(reply, context, token);
  return reply.redirect(completePage(applicant), 303);
}

/** Codes whose own message says what to do; for others the form's failure message is shown. */
const selfExplanatory: ReadonlySet<ErrorCode> = new Set([
  "link-expired",
  "no-draft",
  "draft-moved",
]);

/**
 * Responds to a rejected post with its page: the step, everything that was typed, and the errors.
 */
async function rejectPost(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  { track, page }: IntakePage,
  context: AppContext,
): Promise<FastifyReply> {
  const rejection = noteRejection(error, request, reply);
  if (rejection.body.code === "application-sent") {
    return reply.redirect(completePage({ track, page }), 303);
  }
  const form = applicationForms[track];
  const { code, fields, retryAfter, message } = rejection.body;
  const sent = isFormBody(request.body) ? request.body : undefined;
  const sentStep = sent ? textIn(sent, intakeNames.step) : "";
  const found = await findDraft(request, context, track).catch(() => undefined);
  const draft = found === "moved" ? undefined : found;
  const wanted = error instanceof InvalidApplication ? error.step : sentStep;
  const isStep = form.steps.some(({ id }) => id === wanted) || (draft && wanted === "check");
  // Nothing was typed that has to stay on the page.
  if (code === "draft-moved" && !isStep) {
    const moved = toFormState(movedState(track));
    return context.pages.sendWithState(reply, page, rejection.statusCode, moved);
  }
  const step = isStep ? wanted : draft ? nextStep(draft) : firstStep(track);
  const failure = selfExplanatory.has(code) ? message : form.failure;
  const state: IntakeState = {
    ...(draft ? toIntakeState(draft, step, context) : { track, step, done: [] }),
    answers: { ...draft?.answers, ...(sent && readStep(sent, track, sentStep)) },
  };
  const isTooLarge = code === "too-large";
  return context.pages.sendWithState(
    reply,
    page,
    rejection.statusCode,
    toFormState(
      state,
      fields || isTooLarge
        ? { errors: fields ?? { resume: errors["resume-too-large"].message } }
        : { failure: failureWithWait(failure, retryAfter), ...outageNotice(rejection.body) },
    ),
  );
}
