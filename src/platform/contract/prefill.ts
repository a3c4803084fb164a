import type { FormDefinition } from "./form-engine/define-form.ts";

export interface PrefillCustomer {
  readonly firstName: string;
  readonly lastName: string;
  readonly emailAddress: string;
  readonly supportId: string;
  readonly phoneNumber: string;
}

/** Fields of the forms that are prefilled. */
const customerFields: readonly string[] = ["supportId", "bestTime", "plan"];

/** Whether a form is prefilled for signed-in people: if it asks for their support ID, a call or their plan. */
export function acceptsPrefill({ fields }: FormDefinition): boolean {
  return fields.some(({ name }) => customerFields.includes(name));
}

/** The person's values for such a form, by field name. */
export function prefillValues(
  form: FormDefinition,
  person: PrefillCustomer | undefined,
): Readonly<Record<string, string>> {
  if (!person || !acceptsPrefill(form)) return {};
  const { firstName, lastName, emailAddress: email, supportId, phoneNumber } = person;
  const isCall = form.fields.some(({ name }) => name === "bestTime");
  return {
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email,
    supportId,
    ...(isCall && { phone: phoneNumber }),
  };
}
