import { facts } from "../../../platform/contract/facts.ts";
import type { StepField } from "../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";
import { paths } from "../../../platform/contract/paths.ts";
import { maxLength } from "./about-you.ts";
import { consents } from "./consents.ts";

const { adultAge } = facts.legal;
const { maxTextLength, maxHoursPerWeek } = facts.application;

/** Yes or no, without a default. */
export const yesNo = ["Yes", "No"] as const;

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
  hint: "Check each time you can work. You can change this every week.",
  autocomplete: "off",
  grid: { rows: days, columns: parts },
  options: days.flatMap((day) => parts.map((part) => `${day} ${part.name}`)),
  rules: [required("Choose at least one time when you could work.")],
};

/** Pattern of the numbers from 1 to a multiple of ten below 100. */
function wholeNumbersTo(max: number): string {
  return `[1-9]|[1-${max / 10 - 1}]\\d|${max}`;
}

export const startWhen = {
  name: "startWhen",
  kind: "radios",
  label: "When could you start?",
  autocomplete: "off",
  options: ["Right away", "Within two weeks", "In a month or later"],
  rules: [],
} as const satisfies StepField;

export const hoursPerWeek = {
  name: "hoursPerWeek",
  kind: "text",
  label: "How many hours a week would you like?",
  hint: `From 1 to ${maxHoursPerWeek}. You can change it later.`,
  autocomplete: "off",
  numeric: true,
  rules: [
    {
      kind: "pattern",
      pattern: wholeNumbersTo(maxHoursPerWeek),
      message: `Hours must be a number from 1 to ${maxHoursPerWeek}.`,
    },
  ],
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
  label: "Are you allowed to work in the United States?",
  hint: "We check this later, and only if you move forward.",
  autocomplete: "off",
  options: yesNo,
  rules: [required("Tell us whether you are allowed to work in the United States.")],
} as const satisfies StepField;

export const ageConfirmed = {
  name: "ageConfirmed",
  kind: "checkbox",
  label: `I am ${adultAge} or older.`,
  autocomplete: "off",
  rules: [required(`Check the box if you are ${adultAge} or older.`)],
} as const satisfies StepField;

export const resume = {
  name: "resume",
  kind: "file",
  label: "Résumé",
  hint: "You do not need one. We do not ask for your age: you may leave out your age and any dates that show it, such as school years. PDF, Word (docx), JPEG or PNG, up to 10 MB. We keep it for a day, and longer once you send the application.",
  autocomplete: "off",
  rules: [],
} as const satisfies StepField;

export const aboutText = {
  name: "aboutYou",
  kind: "textarea",
  label: "Anything else we should know?",
  hint: "Leave out health details and numbers such as your Social Security number.",
  autocomplete: "off",
  rules: [maxLength("This text", maxTextLength)],
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

export const declinesAdNotes = {
  name: "declinesAdNotes",
  kind: "checkbox",
  label: consents.adNotes.text,
  hint: consents.adNotes.hint,
  autocomplete: "off",
  onlyFromAds: true,
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
