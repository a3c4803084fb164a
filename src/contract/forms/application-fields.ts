import { consents } from "../consents.ts";
import type { StepField } from "../define-form.ts";
import { facts } from "../facts.ts";
import { email as plainEmail, firstName as plainFirst, lastName as plainLast } from "../fields.ts";
import { paths } from "../paths.ts";
import { type Rule, required, tooLong } from "../rules.ts";

const { adultAge } = facts.legal;
const { longestName, longestText } = facts.application;

/** Letters of any script with marks, spaces and the signs of names. */
function nameRule(label: string): Rule {
  return {
    kind: "pattern",
    pattern: `[\\p{L}\\p{M} .'’-]{1,${longestName}}`,
    message: `${label} may hold letters, spaces, hyphens and apostrophes, at most ${longestName}.`,
  };
}

/** At most so many characters, without a limit in the control: what was typed stays to be shortened. */
export function atMost(label: string, maximum: number): Rule {
  return { kind: "length", minimum: 0, maximum, message: tooLong(label, maximum) };
}

/** Yes or no; nothing is chosen beforehand. */
export const yesNo = ["Yes", "No"] as const;

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

/** Ten digits after an optional 1, however they are spaced: it has to be a number we can call. */
const phone = {
  name: "phone",
  kind: "tel",
  label: "Phone",
  hint: "With area code. We call this number about your application.",
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

/** Decides whether applications are open where the person lives. */
export const zip = {
  name: "zip",
  kind: "text",
  label: "ZIP code",
  hint: "Where you live. Five digits, like 80202.",
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
  rules: [atMost("City", longestName)],
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

/** Who and where: the same first page for both ways in. */
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

const days = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
const parts = [
  { name: "morning", hours: "8 to noon" },
  { name: "afternoon", hours: "Noon to 5" },
  { name: "evening", hours: "5 to 9" },
  { name: "night", hours: "9 to 8" },
] as const;

export const availability: StepField = {
  name: "availability",
  kind: "checkboxes",
  label: "When could you work?",
  hint: "Light a window for each time that suits you. You can change this every week.",
  autocomplete: "off",
  grid: { rows: days, columns: parts },
  options: days.flatMap((day) => parts.map((part) => `${day} ${part.name}`)),
  rules: [required("Choose at least one time when you could work.")],
};

export const startWhen = {
  name: "startWhen",
  kind: "radios",
  label: "When could you start?",
  autocomplete: "off",
  options: ["Right away", "Within two weeks", "In a month or later"],
  rules: [],
} as const satisfies StepField;

export const travelRadius = {
  name: "travelRadius",
  kind: "radios",
  label: "How far would you travel?",
  autocomplete: "off",
  options: facts.application.travelMiles.map((miles) => `${miles} miles`),
  rules: [],
} as const satisfies StepField;

export const workAuthorized = {
  name: "workAuthorized",
  kind: "radios",
  label: "May you work in the United States?",
  hint: "We check this later, and only if we make you an offer.",
  autocomplete: "off",
  options: yesNo,
  rules: [required("Say whether you may work in the United States.")],
} as const satisfies StepField;

export const ageConfirmed = {
  name: "ageConfirmed",
  kind: "checkbox",
  label: `I am ${adultAge} or older.`,
  autocomplete: "off",
  rules: [required(`You must be ${adultAge} or older to apply.`)],
} as const satisfies StepField;

export const resume = {
  name: "resume",
  kind: "file",
  label: "Résumé",
  hint: "You do not need one. PDF, Word (docx), JPEG or PNG, up to 10 MB.",
  autocomplete: "off",
  rules: [],
} as const satisfies StepField;

export const aboutText = {
  name: "aboutYou",
  kind: "textarea",
  label: "Anything else we should know?",
  hint: "Leave out health details and numbers such as your Social Security number.",
  autocomplete: "off",
  rules: [atMost("This text", longestText)],
} as const satisfies StepField;

export const hearAbout = {
  name: "hearAbout",
  kind: "radios",
  label: "How did you hear about us?",
  autocomplete: "off",
  options: ["A job ad", "A friend or coworker", "Social media", "A search", "Somewhere else"],
  rules: [],
} as const satisfies StepField;

export const smsConsent = {
  name: "smsConsent",
  kind: "checkbox",
  label: consents.sms.text,
  hint: consents.sms.hint,
  autocomplete: "off",
  rules: [],
} as const satisfies StepField;

export const termsConsent = {
  name: "termsConsent",
  kind: "checkbox",
  label: consents.terms.text,
  autocomplete: "off",
  links: [
    { label: "Terms and Conditions", path: paths.terms },
    { label: "Privacy Policy", path: paths.privacy },
  ],
  rules: [required("Agree to the terms to apply.")],
} as const satisfies StepField;
