import {
  type Answer,
  type Answers,
  checkForm,
  type FormErrors,
  normalize,
  type StepField,
  shownFields,
} from "./define-form.ts";

export interface StepGroup {
  readonly heading?: string;
  readonly intro?: string;
  /** Side by side if there is space. */
  readonly row?: boolean;
  readonly fields: readonly StepField[];
}

/** One page of a form: one topic. */
export interface Step {
  readonly id: string;
  readonly heading: string;
  readonly intro: string;
  readonly groups: readonly StepGroup[];
}

interface StepFormTexts {
  readonly collection: string;
  readonly submitLabel: string;
  readonly failure: string;
}

/**
 * A form of several pages, as data: with the same fields, rules and checks as a plain form. A page
 * for checking the answers follows the last step and counts as a step.
 */
export interface StepForm extends StepFormTexts {
  readonly steps: readonly Step[];
  /** Every field, in the order in which they are asked. */
  readonly fields: readonly StepField[];
}

/** The page after the last step: all answers, and the button that sends. */
export const checkStep = {
  id: "check",
  heading: "Check your answers",
  intro: "Read them one more time. You can change any answer.",
} as const;

export function defineSteps(texts: StepFormTexts, steps: readonly Step[]): StepForm {
  return { ...texts, steps, fields: steps.flatMap(fieldsOf) };
}

/**
 * Adds questions to the steps of an outline.
 * @param groups by step id; absent steps stay unchanged
 */
export function fillSteps(
  outline: StepForm,
  groups: Readonly<Record<string, readonly StepGroup[]>>,
): StepForm {
  return defineSteps(
    outline,
    outline.steps.map((step) => ({ ...step, groups: groups[step.id] ?? step.groups })),
  );
}

export function fieldsOf({ groups }: Step): readonly StepField[] {
  return groups.flatMap(({ fields }) => fields);
}

/** The step's number and the number of steps, with the check page: "Step 2 of 4". */
export function countSteps({ steps }: StepForm, id: string): { number: number; of: number } {
  const index = steps.findIndex((step) => step.id === id);
  return { number: (index < 0 ? steps.length : index) + 1, of: steps.length + 1 };
}

/** The step before or after another; the check page is the last. Undefined past either end. */
export function adjacentStep({ steps }: StepForm, id: string, by: 1 | -1): string | undefined {
  const ids = [...steps.map((step) => step.id), checkStep.id];
  return ids[ids.indexOf(id) + by];
}

/**
 * Reads normalized answers from unknown input: texts normalized, a checked checkbox as "yes",
 * checkboxes as a list of known options in order, without duplicates. Files are not answers; they
 * are sent separately.
 * @param read returns the input by name: a text, a list of texts, or undefined
 */
export function readAnswers(
  fields: readonly StepField[],
  read: (name: string) => unknown,
): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  for (const field of fields) {
    if (field.kind === "file") continue;
    const sent = [read(field.name) ?? []].flat().filter((part) => typeof part === "string");
    answers[field.name] = readAnswer(field, sent);
  }
  return answers;
}

function readAnswer(field: StepField, sent: readonly string[]): Answer {
  if (field.kind === "checkboxes") {
    return (field.options ?? []).filter((option) => sent.includes(option));
  }
  const text = sent.at(-1) ?? "";
  if (field.kind === "checkbox") return text === "yes" ? text : "";
  return normalize(field, text);
}

/** The answers to fields that are shown; others do not count. */
export function keepShown({ fields }: StepForm, answers: Answers): Record<string, Answer> {
  return Object.fromEntries(
    shownFields(fields, answers).flatMap(({ name }) => {
      const answer = answers[name];
      return answer === undefined ? [] : [[name, answer] as const];
    }),
  );
}

/** Errors of the fields of one step; conditions consider all answers so far. */
export function checkOneStep(form: StepForm, id: string, answers: Answers): FormErrors {
  const step = form.steps.find((one) => one.id === id);
  const names = new Set(step && fieldsOf(step).map((field) => field.name));
  return Object.fromEntries(
    Object.entries(checkForm(form, answers)).filter(([name]) => names.has(name)),
  );
}

/** The first step with an error, or undefined if the form can be sent. */
export function firstInvalidStep(form: StepForm, answers: Answers): string | undefined {
  const errors = checkForm(form, answers);
  return form.steps.find((step) => fieldsOf(step).some(({ name }) => errors[name]))?.id;
}

/** An answer as text: "" if not given. */
export function textOf(answers: Answers, name: string): string {
  return String(answers[name] ?? "");
}
