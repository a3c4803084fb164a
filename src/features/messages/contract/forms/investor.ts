import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import {
  email,
  firstName,
  lastName,
  phone,
} from "../../../../platform/contract/form-engine/fields.ts";
import { required } from "../../../../platform/contract/form-engine/rules.ts";

export const investorForm = defineForm({
  collection: "WebInvestorSubmissions",
  fields: [
    firstName,
    lastName,
    email,
    phone,
    {
      name: "communicationMethod",
      kind: "select",
      label: "Preferred communication method",
      autocomplete: "off",
      options: ["E-mail", "Phone Call", "Text"],
      rules: [],
    },
    {
      name: "investmentAmount",
      kind: "text",
      label: "Investment amount",
      autocomplete: "off",
      rules: [required("Investment amount is required.")],
    },
    {
      name: "equityPercentage",
      kind: "text",
      label: "Desired equity",
      autocomplete: "off",
      rules: [required("Desired equity is required.")],
    },
    {
      name: "notes",
      kind: "textarea",
      label: "Notes",
      autocomplete: "off",
      rules: [],
    },
  ],
  submitLabel: "Become an Investor",
  success: {
    heading: "Thank You",
    text: "We have what you sent. Our team looks forward to touching base with you.",
  },
  failure: saveFailed,
  afterSuccess: "keep",
});
