import type { Answers } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  checkStep,
  fieldsOf,
  readAnswers,
  type StepForm,
} from "../../../../platform/contract/form-engine/define-steps.ts";
import type { IntakeState } from "../../contract/intake-endpoints.ts";

/** The step that a URL may show: a finished one, or else the first unfinished one. */
export function reachableStep(
  form: StepForm,
  { done }: IntakeState,
  wanted: string | null,
): string {
  const ids = [...form.steps.map((step) => step.id), checkStep.id];
  const open = ids.find((id) => !done.includes(id)) ?? checkStep.id;
  return wanted !== null && (done.includes(wanted) || wanted === open) ? wanted : open;
}

/** Fills a step's form with answers, except the controls that have changed since it was served. */
export function fillStep(element: HTMLFormElement, answers: Answers): void {
  for (const control of element.elements) {
    const answer = answers[(control as HTMLInputElement).name];
    if (answer === undefined) continue;
    if (control instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(control.type)) {
      if (control.checked === control.defaultChecked) {
        control.checked = [answer].flat().includes(control.value);
      }
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      if (control.value === control.defaultValue) control.value = String(answer);
    }
  }
}

/** Whether any control of a step's form differs from what was served. */
export function isTouched({ elements }: HTMLFormElement): boolean {
  return [...elements].some((control) => {
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
    if (!(control instanceof HTMLInputElement) || control.type === "file") return false;
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
  });
}

export function readStepAnswers(
  { steps }: StepForm,
  step: string,
  element: HTMLFormElement,
): Answers {
  const data = new FormData(element);
  const found = steps.find(({ id }) => id === step);
  // A question that is not shown has no control and keeps its previous answer.
  const asked = (found ? fieldsOf(found) : []).filter(({ name }) =>
    element.elements.namedItem(name),
  );
  return readAnswers(asked, (name) => data.getAll(name));
}
