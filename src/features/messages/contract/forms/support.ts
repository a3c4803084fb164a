import { brand } from "../../../../brand.ts";
import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  email,
  firstName,
  lastName,
  platform,
  supportId,
} from "../../../../platform/contract/form-engine/fields.ts";
import { required } from "../../../../platform/contract/form-engine/rules.ts";

/** The contact methods that need a phone number. */
export const phoneMethods: readonly string[] = ["Phone Call", "Text Message"];

export const supportForm = defineForm({
  collection: "WebSupportRequests",
  fields: [
    firstName,
    lastName,
    email,
    platform,
    supportId,
    {
      name: "contactMethod",
      kind: "select",
      label: "Preferred contact method",
      autocomplete: "off",
      options: ["E-mail", ...phoneMethods, "In-App Chat"],
      rules: [],
    },
    {
      name: "details",
      kind: "textarea",
      label: "Details",
      hint: "What happened, and what did you expect? Leave out health details and passwords.",
      autocomplete: "off",
      rules: [required("Details are required.")],
    },
  ],
  submitLabel: "Submit Help Request",
  success: {
    heading: "Request Received",
    text: `Thank you. Your help request is with our support team. We will answer within ${brand.answerTime}, the way you chose.`,
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
