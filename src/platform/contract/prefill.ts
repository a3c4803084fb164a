import type { FormDefinition } from "./form-engine/define-form.ts";

export interface PrefillCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly supportId: string;
}

/** Whether a form is prefilled for signed-in people: if it has a field for the support ID. */
export function acceptsPrefill({ fields }: FormDefinition): boolean {
  return fields.some(({ name }) => name === "supportId");
}

/** The person's values for such a form, by field name. */
export function prefillValues(
  form: FormDefinition,
  person: PrefillCustomer | undefined,
): Readonly<Record<string, string>> {
  if (!person || !acceptsPrefill(form)) return {};
  const { firstName, lastName, emailAddress: email, supportId } = person;
  return { firstName, lastName, name: `${firstName} ${lastName}`, email, supportId };
}
