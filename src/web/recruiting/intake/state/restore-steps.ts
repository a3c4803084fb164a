import {
  type DraftChange,
  type IntakeState,
  recruitingEndpoints,
} from "../../../../contract/endpoints/recruiting.ts";
import { resumeLost, resumeRemoved } from "../../../../contract/errors/application-errors.ts";
import type { FormErrors } from "../../../../contract/form-engine/define-form.ts";
import { fieldsOf, type StepForm } from "../../../../contract/form-engine/define-steps.ts";
import { post } from "../../../runtime/api.ts";

interface HeldSteps {
  readonly form: StepForm;
  /** The page that they stand on. */
  readonly page: string;
  /** The draft as it is here. */
  readonly draft: IntakeState;
}

/** What came of it. */
interface RestoredSteps {
  readonly state: IntakeState;
  /** What could not be brought back: a file, which only the lost draft has. Then its step is shown. */
  readonly faults: FormErrors;
}

/**
 * Saves what the server lost sight of, as when a browser forgot its cookies: the answers are
 * still here, of steps that were finished and of others.
 * @param known the draft as the server has it
 */
export async function restoreSteps(
  { form, page, draft }: HeldSteps,
  known: IntakeState,
): Promise<RestoredSteps> {
  const { answers, done } = draft;
  let state = known;
  for (const step of form.steps) {
    const names = fieldsOf(step).map(({ name }) => name);
    const given = Object.entries(answers).filter(([name]) => names.includes(name));
    const isDone = done.includes(step.id);
    const isNews = isDone || given.some(([name]) => known.answers[name] === undefined);
    if (state.done.includes(step.id) || !isNews) continue;
    const change: DraftChange = {
      page,
      step: step.id,
      answers: Object.fromEntries(given),
      ...(!isDone && { typing: true }),
    };
    const outcome = await post<IntakeState>(recruitingEndpoints(known.track).draft, change);
    if (!outcome.ok) break;
    // Half a step names itself as the one to show; where to go on was known before.
    state = isDone ? outcome.data : { ...outcome.data, step: state.step };
  }
  const restored = { ...state, answers: { ...answers, ...state.answers } };
  const fileStep = form.steps.find((step) => fieldsOf(step).some(({ kind }) => kind === "file"));
  if (!draft.resume || state.resume || !fileStep) return { state: restored, faults: {} };
  const { removedResume } = state;
  const resume = removedResume ? resumeRemoved(removedResume) : resumeLost;
  return { state: { ...restored, step: fileStep.id }, faults: { resume } };
}
