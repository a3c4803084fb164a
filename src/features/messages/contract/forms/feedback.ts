import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  email,
  firstName,
  lastName,
  phone,
  platform,
} from "../../../../platform/contract/form-engine/fields.ts";
import { required } from "../../../../platform/contract/form-engine/rules.ts";

export const feedbackForm = defineForm({
  collection: "WebFeedbackSubmissions",
  fields: [
    firstName,
    lastName,
    email,
    phone,
    platform,
    {
      name: "feedback",
      kind: "textarea",
      label: "Feedback",
      hint: "What went well? What should be better?",
      autocomplete: "off",
      rules: [required("Feedback is required.")],
    },
  ],
  submitLabel: "Submit Feedback",
  success: {
    heading: "Thank You",
    text: "Thank you for your feedback. It is saved and goes to the team it is about.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
