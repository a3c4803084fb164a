import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../../platform/contract/form-engine/rules.ts";

export const messageForm = defineForm({
  collection: "Messages",
  fields: [
    {
      name: "message",
      kind: "textarea",
      label: "Your message",
      autocomplete: "off",
      rules: [required("Please write your message first.")],
    },
  ],
  submitLabel: "Send message",
  success: { heading: "Thank you", text: "We have your message." },
  failure: saveFailed,
  afterSuccess: "reset",
});
