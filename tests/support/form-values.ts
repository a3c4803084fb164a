import type {
  FormDefinition,
  FormValues,
} from "../../src/platform/contract/form-engine/define-form.ts";

/** Example values by field name; every public form is valid with them. */
const typed: Readonly<Record<string, string>> = {
  name: "Rosa Delgado",
  firstName: "Rosa",
  lastName: "Delgado",
  email: "Rosa.Delgado@example.com",
  phone: "(303) 555-0142",
  supportId: "TW-4O07-1L9Q",
  about: "The code by text never comes.",
  message: "Do you cover Greeley?\nMy mother lives there.",
  details: "The text is too small.",
  featureRequest: "Let two people share one ride.",
  feedback: "Luz was kind and on time.",
  investmentAmount: "about $50,000",
  equityPercentage: "one or two percent",
  worry: "A man called and asked for my password.",
  barrier: "My screen reader does not read the month.",
  notes: "",
};

/** Valid values of a form; for a select the last choice, which is never the default. */
export function validValues(form: FormDefinition): FormValues {
  const entries = form.fields.map((field) => {
    const value = field.options?.at(-1) ?? typed[field.name];
    if (value === undefined)
      throw new Error(`Add an example value for "${field.name}" in tests/support/form-values.ts.`);
    return [field.name, value];
  });
  return Object.fromEntries(entries);
}
