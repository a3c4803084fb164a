import { saveFailed } from "../errors/failures.ts";
import { defineForm } from "../form-engine/define-form.ts";
import { email, firstName, lastName, phone, platform } from "../form-engine/fields.ts";
import { required } from "../form-engine/rules.ts";

export const featureForm = defineForm({
  collection: "WebFeatureSubmissions",
  fields: [
    firstName,
    lastName,
    platform,
    email,
    phone,
    {
      name: "featureRequest",
      kind: "textarea",
      label: "Request",
      hint: "What should the app do for you?",
      autocomplete: "off",
      rules: [required("Feature request is required.")],
    },
  ],
  submitLabel: "Submit Request",
  success: {
    heading: "Thank You",
    text: "Thank you for your feature request. It is saved for the team that builds the app.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
