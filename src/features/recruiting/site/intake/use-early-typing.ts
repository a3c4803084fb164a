import { type RefObject, useEffect, useRef } from "react";
import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import type { StepForm } from "../../../../platform/contract/form-engine/define-steps.ts";
import { restoreTyping } from "../../../../platform/site/runtime/reload-handoff.ts";
import type { DraftChange } from "../../contract/intake-endpoints.ts";
import { fillStep, isTouched, readStepAnswers } from "./current-step.ts";

interface CurrentStep {
  readonly path: string;
  readonly form: StepForm;
  readonly step: string;
}

/**
 * Reads what the form contains before hydration: text typed while scripts loaded, values that the
 * browser restored, or typing from before a reload. All of it counts as unsaved.
 * @param onFound receives the answers of the step
 */
export function useEarlyTyping(
  currentStep: CurrentStep,
  unsaved: RefObject<DraftChange | undefined>,
  onFound: (answers: Answers) => void,
): void {
  const initial = useRef({ ...currentStep, onFound });
  useEffect(() => {
    const { path, form, step, onFound: notify } = initial.current;
    const handoff = restoreTyping<DraftChange>();
    const element = document.querySelector<HTMLFormElement>(`main form[action="${path}"]`);
    if (!element) return;
    // The server rendered the page without these answers.
    if (handoff?.page === path && handoff.step === step) fillStep(element, handoff.answers);
    if (!isTouched(element)) return;
    const answers = readStepAnswers(form, step, element);
    unsaved.current = { page: path, step, answers, typing: true };
    notify(answers);
  }, [unsaved]);
}
