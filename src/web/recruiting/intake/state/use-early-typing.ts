import { type RefObject, useEffect, useRef } from "react";
import type { DraftChange } from "../../../../contract/endpoints/recruiting.ts";
import type { Answers } from "../../../../contract/form-engine/define-form.ts";
import type { StepForm } from "../../../../contract/form-engine/define-steps.ts";
import { restoreTyping } from "../../../runtime/reload-handoff.ts";
import { answersIn, fillStep, isTouched } from "./current-step.ts";

interface CurrentStep {
  /** Page whose form it is. */
  readonly path: string;
  readonly form: StepForm;
  readonly step: string;
}

/**
 * Takes over what stands in the form before React listens: typed while scripts were on their
 * way, put back by the browser, or held over a reload in the middle of a word. It counts as
 * not saved yet.
 * @param onFound hears the answers of the step
 */
export function useEarlyTyping(
  stepAtHand: CurrentStep,
  unsaved: RefObject<DraftChange | undefined>,
  onFound: (answers: Answers) => void,
): void {
  const atFirst = useRef({ ...stepAtHand, onFound });
  useEffect(() => {
    const { path, form, step, onFound: tell } = atFirst.current;
    const held = restoreTyping<DraftChange>();
    const element = document.querySelector<HTMLFormElement>(`main form[action="${path}"]`);
    if (!element) return;
    // The server drew the page without it.
    if (held?.page === path && held.step === step) fillStep(element, held.answers);
    if (!isTouched(element)) return;
    const answers = answersIn(form, step, element);
    unsaved.current = { page: path, step, answers, typing: true };
    tell(answers);
  }, [unsaved]);
}
