import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name, phone } from "../../../../platform/contract/form-engine/fields.ts";
import { emailRule, required } from "../../../../platform/contract/form-engine/rules.ts";

/** Something of ours that someone can't use. */
export const barrierForm = defineForm({
  collection: "BarrierReports",
  fields: [
    {
      name: "barrier",
      kind: "textarea",
      label: "What stops you?",
      hint: "Which page, and what did you try to do? It helps if you name your device or screen reader.",
      autocomplete: "off",
      rules: [required("Please write a few words.")],
    },
    { ...email, hint: "So that we can answer you.", rules: [emailRule] },
    phone,
    { ...name, rules: [] },
  ],
  submitLabel: "Send",
  success: {
    heading: "Thank you",
    text: "We have your message. We answer within two business days.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
