import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";

/** Asks for another time; the sentence is a message of the conversation. */
export const otherTimeForm = defineForm({
  collection: "Messages",
  fields: [
    {
      name: "message",
      kind: "textarea",
      label: "When can you talk?",
      autocomplete: "off",
      hint: "Days and times that suit you, in a sentence.",
      rules: [required("Please write when you can talk.")],
    },
  ],
  submitLabel: "Ask for another time",
  success: { heading: "Thank you", text: "We have your message." },
  failure: saveFailed,
  afterSuccess: "reset",
});
