import {
  type FormDefinition,
  type FormValues,
  readValues,
  withoutPasswords,
} from "../../contract/form-engine/define-form.ts";

/** In memory only: on a shared computer nothing is left behind once the tab is closed. */
const drafts = new Map<string, Readonly<Record<string, string>>>();

/** The values that stand in a form right now, trimmed. */
export function valuesOf<Name extends string>(
  form: FormDefinition<Name>,
  element: HTMLFormElement,
): FormValues<Name> {
  const data = new FormData(element);
  return readValues(form, (name) => data.get(name));
}

/** What stood in the form when the reader last left its page. */
export function readDraft(form: FormDefinition): Readonly<Record<string, string>> | undefined {
  return drafts.get(form.collection);
}

/** Lays values ready for the next time a form is shown. */
export function writeDraft(form: FormDefinition, values: Readonly<Record<string, string>>): void {
  drafts.set(form.collection, withoutPasswords(form, values));
}

/** Lays one more answer ready for a form that is shown next. */
export function addToDraft(collection: string, answer: Readonly<Record<string, string>>): void {
  drafts.set(collection, { ...drafts.get(collection), ...answer });
}

/**
 * A move to another page of the site takes the form out of the document, where a browser
 * would have kept it for Back.
 * @returns what to call when the form leaves; a sent form has nothing left to keep
 */
export function keepDraft(form: FormDefinition, element: HTMLFormElement | null): () => void {
  return () => {
    if (element) writeDraft(form, valuesOf(form, element));
  };
}

/** Forgets what was sent. */
export function dropDraft(form: FormDefinition): void {
  drafts.delete(form.collection);
}

/** Forgets everything that was typed, because the person at this computer may be another one now. */
export function dropDrafts(): void {
  drafts.clear();
}
