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
