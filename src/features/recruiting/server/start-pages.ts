import type { FastifyInstance, FastifyRequest } from "fastify";
import { failureWithWait } from "../../../platform/contract/errors/error-message.ts";
import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { type Answers, checkForm } from "../../../platform/contract/form-engine/define-form.ts";
import { readAnswers, textOf } from "../../../platform/contract/form-engine/define-steps.ts";
import { email } from "../../../platform/contract/form-engine/fields.ts";
import type { FormState } from "../../../platform/contract/form-engine/submission.ts";
import { ApiError } from "../../../platform/server/api-error.ts";
import type { AppContext } from "../../../platform/server/app-context.ts";
import { countAttempt, emailCounters } from "../../../platform/server/credentials/throttles.ts";
import { queryOf } from "../../../platform/server/http/read-query.ts";
import { errorsOf, registerNativePost } from "../../../platform/server/pages/native-post.ts";
import { SubmissionNotices } from "../../messages/server/forms/notices.ts";
import { zip } from "../contract/about-you.ts";
import { applicationForms } from "../contract/application-forms.ts";
import { findPlan, planAnswers } from "../contract/plan-answers.ts";
import {
  intakeNames,
  isOpenMarket,
  planQuery,
  type StartState,
  type Track,
  tracks,
} from "../contract/recruiting-endpoints.ts";
import { firstStep, readApplicant, saveStep } from "./applications/drafts.ts";
import { emailLinksTo } from "./applications/emailed-links.ts";
import { recordVisit } from "./applications/visitors.ts";
import { type FormBody, isFormBody, textIn } from "./form-body.ts";
import { joinWaitlist, readWaitlist } from "./waitlist.ts";

/**
 * The first page of a track: asks for the ZIP code, shows the wait list where applications are
 * closed, and emails links to continue.
 */
export function registerStartPage(app: FastifyInstance, track: Track, context: AppContext): void {
  const page = tracks[track].getStarted;
  const notices = new SubmissionNotices(context);

  app.get(page, async (request, reply) => {
    await recordVisit(request, reply, track, context);
    const plan = planIn(track, request);
    if (!plan) return context.pages.serve(request, reply, page);
    const state = toFormState(track, { view: "zip", answers: {}, plan });
    return context.pages.sendWithState(reply, page, 200, state);
  });

  const show = (state: Omit<StartState, "track">) => ({ show: toFormState(track, state) });
  registerNativePost(app, page, context, {
    accepts: ({ body }) => isFormBody(body),
    async run(request, reply) {
      const sent = request.body as FormBody;
      const asked = textIn(sent, intakeNames.step);
      const read = (name: string) => sent.getAll(name);
      if (asked === "waitlist") {
        const addressHash = context.clientKeys.hashAddress(request);
        const answers = readWaitlist(read);
        const reference = await joinWaitlist(answers, track, addressHash, context, notices);
        return show({ view: "listed", answers: {}, reference });
      }
      if (asked === "link") {
        const address = readOnly(email, read);
        const to = textOf(address, "email");
        // Counted whether or not there are applications.
        await countAttempt(context, emailCounters(request, to, context));
        await emailLinksTo(to, track, context);
        return show({ view: "mailed", answers: address });
      }
      const answers = readOnly(zip, read);
      if (!isOpenMarket(textOf(answers, "zip"), context.openMarkets)) {
        return show({ view: "waitlist", answers });
      }
      const applicant = await readApplicant(request, reply, context, track, page);
      const step = firstStep(track);
      const plan = planIn(track, request);
      const started = { ...answers, ...(plan && { planInterest: planAnswers[plan] ?? "" }) };
      await saveStep(applicant, { step, answers: started, typing: true }, context);
      return { goTo: tracks[track].intake };
    },
    stateAfter(rejection, request) {
      // That page tells where the application is, and offers to start a new one.
      if (rejection.body.code === "draft-moved") return { goTo: tracks[track].intake };
      const sent = request.body as FormBody;
      const view = viewOf(textIn(sent, intakeNames.step));
      const state = { view, answers: readAll(sent), plan: planIn(track, request) };
      const failure = failureWithWait(saveFailed, rejection.body.retryAfter);
      return { ...toFormState(track, state), ...errorsOf(rejection, failure) };
    },
  });
}

function planIn(track: Track, request: FastifyRequest): string {
  return findPlan(track, queryOf(request).get(planQuery) ?? "");
}

function viewOf(asked: string): StartState["view"] {
  return asked === "waitlist" || asked === "link" ? asked : "zip";
}

function toFormState(track: Track, state: Omit<StartState, "track">): FormState {
  const { collection } = applicationForms[track];
  return { collection, recruiting: { kind: "start", track, ...state } };
}

/** The answer to a single field. @throws ApiError "invalid" */
function readOnly(field: typeof zip | typeof email, read: (name: string) => unknown): Answers {
  const answers = readAnswers([field], read);
  const errors = checkForm({ fields: [field] }, answers);
  if (Object.keys(errors).length > 0) throw new ApiError("invalid", { fields: errors });
  return answers;
}

/** Everything typed into any of the page's forms. */
function readAll(sent: FormBody): Answers {
  return readWaitlist((name) => sent.getAll(name));
}
