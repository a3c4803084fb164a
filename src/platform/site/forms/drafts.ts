import {
  type FormDefinition,
  type FormValues,
  readValues,
  withoutPasswords,
} from "../../contract/form-engine/define-form.ts";

/** In memory only, so that a shared computer keeps nothing after the tab is closed. */
const drafts = new Map<string, Readonly<Record<string, string>>>();

export function valuesOf<Name extends string>(
  form: FormDefinition<Name>,
  element: HTMLFormElement,
): FormValues<Name> {
  const data = new FormData(element);
  return readValues(form, (name) => data.get(name));
}

/** Values of the form when its page was last left. */
export function readDraft(form: FormDefinition): Readonly<Record<string, string>> | undefined {
  return drafts.get(form.collection);
}

export function writeDraft(form: FormDefinition, values: Readonly<Record<string, string>>): void {
  drafts.set(form.collection, withoutPasswords(form, values));
}

export function addToDraft(collection: string, values: Readonly<Record<string, string>>): void {
  drafts.set(collection, { ...drafts.get(collection), ...values });
}

/**
 * Client navigation removes the form from the document, so Back cannot restore its values.
 * @returns a function that saves the values; call it on unmount unless the form was sent
 */
export function keepDraft(form: FormDefinition, element: HTMLFormElement | null): () => void {
  return () => {
    if (element) writeDraft(form, valuesOf(form, element));
  };
}

export function dropDraft(form: FormDefinition): void {
  drafts.delete(form.collection);
}

/** Removes all drafts, because another person may use this computer now. */
export function dropDrafts(): void {
  drafts.clear();
}
