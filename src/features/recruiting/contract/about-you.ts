import { facts } from "../../../platform/contract/facts.ts";
import type { StepField } from "../../../platform/contract/form-engine/define-form.ts";
import {
  email as plainEmail,
  firstName as plainFirst,
  lastName as plainLast,
} from "../../../platform/contract/form-engine/fields.ts";
import { type Rule, required, tooLong } from "../../../platform/contract/form-engine/rules.ts";

const { maxNameLength } = facts.application;

function nameRule(label: string): Rule {
  return {
    kind: "pattern",
    pattern: `[\\p{L}\\p{M} .'’-]{1,${maxNameLength}}`,
    message: `${label} may have letters, spaces, hyphens and apostrophes, at most ${maxNameLength}.`,
  };
}

/** A maximum length without a limit in the control, so that people can shorten a longer text. */
export function maxLength(label: string, maximum: number): Rule {
  return { kind: "length", minimum: 0, maximum, message: tooLong(label, maximum) };
}

const firstName = {
  ...plainFirst,
  rules: [...plainFirst.rules, nameRule("First name")],
} as const satisfies StepField;

const lastName = {
  ...plainLast,
  rules: [...plainLast.rules, nameRule("Last name")],
} as const satisfies StepField;

const email = {
  ...plainEmail,
  hint: "We send your reference to this address.",
} as const satisfies StepField;

/** Ten digits after an optional 1, with any spacing: we call this number. */
const phone = {
  name: "phone",
  kind: "tel",
  label: "Phone",
  hint: "Include the area code. We call this number about your application.",
  autocomplete: "tel-national",
  rules: [
    required("Phone is required."),
    {
      kind: "pattern",
      pattern: "\\+?1?[\\s().-]*(?:\\d[\\s().-]*){10}",
      message: "Phone number is invalid.",
    },
  ],
} as const satisfies StepField;

export const zip = {
  name: "zip",
  kind: "text",
  label: "ZIP code",
  hint: "Where you live. Five digits. Example: 80202",
  autocomplete: "postal-code",
  numeric: true,
  rules: [
    required("ZIP code is required."),
    { kind: "pattern", pattern: "\\d{5}(?:-\\d{4})?", message: "ZIP code is invalid." },
  ],
} as const satisfies StepField;

const city = {
  name: "city",
  kind: "text",
  label: "City",
  autocomplete: "address-level2",
  rules: [maxLength("City", maxNameLength)],
} as const satisfies StepField;

const preferredContact = {
  name: "preferredContact",
  kind: "radios",
  label: "How should we reach you first?",
  autocomplete: "off",
  options: ["E-mail", "Phone Call", "Text Message"],
  rules: [],
} as const satisfies StepField;

const bestTime = {
  name: "bestTime",
  kind: "radios",
  label: "When is a good time to call?",
  autocomplete: "off",
  options: ["Morning", "Afternoon", "Evening"],
  rules: [],
  showIf: { field: "preferredContact", is: ["Phone Call"] },
} as const satisfies StepField;

/** Person and place: the same first page in both tracks. */
export const aboutYou = {
  id: "about",
  heading: "About you",
  intro: "How we reach you, and where you live. About one minute.",
  groups: [
    { fields: [firstName, lastName] },
    { fields: [email, phone] },
    { row: true, fields: [zip, city] },
    { fields: [preferredContact, bestTime] },
  ],
} as const;
