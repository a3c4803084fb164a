import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";

/** Appeal against a denied request about data. */
export const appealForm = defineForm({
  collection: "Appeals",
  fields: [
    {
      name: "message",
      kind: "textarea",
      label: "What should we look at again?",
      autocomplete: "off",
      rules: [required("Please write what we should look at again.")],
    },
  ],
  submitLabel: "Ask you to look again",
  success: { heading: "Thank you", text: "We are looking at it again." },
  failure: saveFailed,
  afterSuccess: "reset",
});
