import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name, phone } from "../../../../platform/contract/form-engine/fields.ts";
import { emailRule, required } from "../../../../platform/contract/form-engine/rules.ts";

/** A worry about safety, also from someone who does not want to be named. */
export const worryForm = defineForm({
  collection: "WorryReports",
  fields: [
    {
      name: "worry",
      kind: "textarea",
      label: "What worries you?",
      hint: "What happened, and when? Leave out health details, passwords and card numbers.",
      autocomplete: "off",
      rules: [required("Please write a few words.")],
    },
    { ...phone, hint: "So that we can call you. Include the area code." },
    { ...email, hint: "Without a phone number or an email we can’t answer.", rules: [emailRule] },
    { ...name, rules: [] },
  ],
  submitLabel: "Report a worry",
  success: {
    heading: "We have your report",
    text: "Thank you for telling us. We look at it within one hour while our office is open.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
