import type { FormDefinition } from "../form-engine/define-form.ts";

/** What forms may fill in for somebody who is signed in. */
export interface PrefillPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly supportId: string;
}

/** Whether a form is filled in for a person who is signed in: one that asks for the support ID. */
export function acceptsPrefill({ fields }: FormDefinition): boolean {
  return fields.some(({ name }) => name === "supportId");
}

/** The person's answers to such a form, by field name. */
export function prefillValues(
  form: FormDefinition,
  person: PrefillPerson | undefined,
): Readonly<Record<string, string>> {
  if (!person || !acceptsPrefill(form)) return {};
  const { firstName, lastName, emailAddress: email, supportId } = person;
  return { firstName, lastName, name: `${firstName} ${lastName}`, email, supportId };
}
