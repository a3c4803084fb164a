import type { Answers } from "../../../contract/define-form.ts";
import { fieldsOf, type StepForm } from "../../../contract/define-steps.ts";
import {
  type DraftChange,
  type IntakeState,
  recruitingCalls,
} from "../../../contract/recruiting.ts";
import { post } from "../../api.ts";

interface HeldSteps {
  readonly form: StepForm;
  /** The page that they stand on. */
  readonly page: string;
  /** Ids of the steps that were finished here. */
  readonly done: readonly string[];
  /** The answers as they are here. */
  readonly answers: Answers;
}

/**
 * Saves the finished steps that the server lost sight of, as when a browser forgot its
 * cookies: they are still here.
 * @param known the draft as the server has it
 */
export async function restoreSteps(
  { form, page, done, answers }: HeldSteps,
  known: IntakeState,
): Promise<IntakeState> {
  let state = known;
  for (const step of form.steps) {
    if (state.done.includes(step.id) || !done.includes(step.id)) continue;
    const names = fieldsOf(step).map(({ name }) => name);
    const given = Object.entries(answers).filter(([name]) => names.includes(name));
    const change: DraftChange = { page, step: step.id, answers: Object.fromEntries(given) };
    const outcome = await post<IntakeState>(recruitingCalls(known.track).draft, change);
    if (!outcome.ok) break;
    state = outcome.data;
  }
  return { ...state, answers: { ...answers, ...state.answers } };
}
