import {
  resumeLost,
  resumeRemoved,
} from "../../../../platform/contract/errors/application-errors.ts";
import type { FormErrors } from "../../../../platform/contract/form-engine/define-form.ts";
import { fieldsOf, type StepForm } from "../../../../platform/contract/form-engine/define-steps.ts";
import { request } from "../../../../platform/site/runtime/api.ts";
import {
  type DraftChange,
  type IntakeState,
  recruitingEndpoints,
} from "../../contract/intake-endpoints.ts";

interface LocalSteps {
  readonly form: StepForm;
  readonly page: string;
  readonly draft: IntakeState;
}

interface RestoredSteps {
  readonly state: IntakeState;
  /** A file that only the lost draft had cannot be restored: the state then names its step. */
  readonly errors: FormErrors;
}

/**
 * Saves the answers that the server's draft lacks, for example after the browser lost its
 * cookies: the page still has those of finished and of unfinished steps.
 * @param serverDraft the draft as the server has it
 */
export async function restoreSteps(
  { form, page, draft }: LocalSteps,
  serverDraft: IntakeState,
): Promise<RestoredSteps> {
  const { answers, done } = draft;
  let state = serverDraft;
  for (const step of form.steps) {
    const names = fieldsOf(step).map(({ name }) => name);
    const given = Object.entries(answers).filter(([name]) => names.includes(name));
    const isDone = done.includes(step.id);
    const isMissing = isDone || given.some(([name]) => serverDraft.answers[name] === undefined);
    if (state.done.includes(step.id) || !isMissing) continue;
    const change: DraftChange = {
      page,
      step: step.id,
      answers: Object.fromEntries(given),
      ...(!isDone && { typing: true }),
    };
    const outcome = await request(recruitingEndpoints(serverDraft.track).saveDraft, change);
    if (!outcome.ok) break;
    // The response to a half-finished step names that step: keep the one to continue with.
    state = isDone ? outcome.data : { ...outcome.data, step: state.step };
  }
  const restored = { ...state, answers: { ...answers, ...state.answers } };
  const fileStep = form.steps.find((step) => fieldsOf(step).some(({ kind }) => kind === "file"));
  if (!draft.resume || state.resume || !fileStep) return { state: restored, errors: {} };
  const { removedResume } = state;
  const resume = removedResume ? resumeRemoved(removedResume) : resumeLost;
  return { state: { ...restored, step: fileStep.id }, errors: { resume } };
}
