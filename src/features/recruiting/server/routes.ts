import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InputOf } from "../../../platform/contract/define-endpoint.ts";
import type { Answers } from "../../../platform/contract/form-engine/define-form.ts";
import {
  fieldsOf,
  readAnswers,
  type StepForm,
} from "../../../platform/contract/form-engine/define-steps.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { countAttempt } from "../../../platform/server/credentials/throttles.ts";
import {
  type EndpointRequest,
  registerEndpoint,
} from "../../../platform/server/http/register-endpoint.ts";
import { requireOwnSite } from "../../../platform/server/http/same-origin.ts";
import { applicationForms } from "../contract/application-forms.ts";
import {
  type DraftChange,
  type IntakeState,
  recruitingEndpoints,
} from "../contract/intake-endpoints.ts";
import {
  resumeNameQuery,
  type Track,
  trackNames,
  tracks,
} from "../contract/recruiting-endpoints.ts";
import {
  type Applicant,
  findDraft,
  movedState,
  nextStep,
  readApplicant,
  saveStep,
  toIntakeState,
} from "./applications/drafts.ts";
import { emailLink } from "./applications/emailed-links.ts";
import { completePage, setCompletionCookie, submitApplication } from "./applications/submit.ts";
import { listPages } from "./attribution/ad-pages.ts";
import { registerBackgroundWork } from "./background.ts";
import { registerCompletePage } from "./complete-pages.ts";
import { registerFormParsers } from "./form-body.ts";
import { registerIntakePage } from "./intake-pages.ts";
import { discardDraft } from "./resumes/discard.ts";
import { removeResume, saveResume } from "./resumes/resume-store.ts";
import { registerStartPage } from "./start-pages.ts";

export function registerRecruiting(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    registerFormParsers(scope, context);
    for (const track of trackNames) {
      const pages = listPages(track, context.config);
      registerStartPage(scope, track, context);
      for (const page of pages.intake) registerIntakePage(scope, { track, page }, context);
      for (const page of pages.complete) registerCompletePage(scope, { track, page }, context);
      for (const { of, page } of pages.aliases) context.pages.addAlias(page, of);
      registerEndpoints(scope, track, pages.intake, context);
    }
  });
  registerBackgroundWork(app, context);
}

function registerEndpoints(
  app: FastifyInstance,
  track: Track,
  pages: readonly string[],
  context: AppContext,
): void {
  const endpoints = recruitingEndpoints(track);
  const form = applicationForms[track];

  const readCaller = ({ request, reply }: EndpointRequest, page?: unknown): Promise<Applicant> => {
    const named = pages.find((one) => one === page) ?? tracks[track].intake;
    return readApplicant(request, reply, context, track, named);
  };
  const stateOf = async (request: FastifyRequest): Promise<IntakeState> => {
    const draft = await findDraft(request, context, track);
    if (draft === "moved") return movedState(track);
    if (!draft) return { track, step: form.steps[0]?.id ?? "", answers: {}, done: [] };
    return toIntakeState(draft, nextStep(draft), context);
  };

  registerEndpoint(app, endpoints.readDraft, context, ({ request }) => stateOf(request));

  registerEndpoint(app, endpoints.saveDraft, context, async (call) => {
    const { body } = call;
    const applicant = await readCaller(call, body.page);
    const change = { ...body, answers: readAnswersOf(body, form) };
    const { application, errors } = await saveStep(applicant, change, context);
    if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
    const next = change.typing ? change.step : nextStep(application);
    return toIntakeState(application, next, context);
  });

  registerEndpoint(app, endpoints.emailLink, context, async (call) => {
    const applicant = await readCaller(call, call.body?.page);
    const mailedTo = await emailLink(applicant, context);
    return { ...(await stateOf(call.request)), mailedTo };
  });

  // Rejects uploads before the file is read.
  const onRequest = async (request: FastifyRequest) => {
    requireOwnSite(request, context.config);
    const hash = context.clientKeys.hashAddress(request);
    await countAttempt(context, [{ limit: "resumeAddress", hash }]);
    await context.disk.requireSpace();
  };
  const receiveResume = async (call: EndpointRequest & InputOf<typeof endpoints.saveResume>) => {
    const applicant = await readCaller(call);
    const { body } = call.request;
    if (!Buffer.isBuffer(body)) throw new ApiError("resume-unreadable");
    const { name, bytes } = await saveResume(applicant, call.query[resumeNameQuery], body, context);
    return { name, bytes };
  };
  registerEndpoint(app, endpoints.saveResume, context, receiveResume, { onRequest });

  registerEndpoint(app, endpoints.removeResume, context, async (call) => {
    await removeResume(await readCaller(call), context);
    return {};
  });

  registerEndpoint(app, endpoints.submit, context, async (call) => {
    const applicant = await readCaller(call, call.body?.page);
    const { reference, token } = await submitApplication(applicant, context);
    setCompletionCookie(call.reply, context, token);
    return { reference, next: completePage(applicant) };
  });

  registerEndpoint(app, endpoints.discard, context, async (call) => {
    await discardDraft(await readCaller(call, call.body?.page), context);
    return {};
  });
}

/** The answers to the step's fields that were sent. */
function readAnswersOf(
  { step, answers }: Pick<DraftChange, "step" | "answers">,
  form: StepForm,
): Answers {
  const fields = form.steps.filter(({ id }) => id === step).flatMap(fieldsOf);
  const sent = fields.filter(({ name }) => Object.hasOwn(answers, name));
  return readAnswers(sent, (name) => answers[name]);
}
