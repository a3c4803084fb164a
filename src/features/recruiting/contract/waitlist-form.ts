import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import type { StepField } from "../../../platform/contract/form-engine/define-form.ts";
import { name } from "../../../platform/contract/form-engine/fields.ts";
import { emailRule, phoneRule, required } from "../../../platform/contract/form-engine/rules.ts";
import { zip } from "./about-you.ts";
import { consents } from "./consents.ts";

/**
 * Form for people in places where applications are closed, to be notified when they open. Either
 * address or phone number is enough; that is checked in addition to the fields' rules.
 */
export const waitlistForm = {
  collection: "RecruitingWaitlist",
  fields: [
    name,
    {
      name: "email",
      kind: "email",
      label: "Email",
      autocomplete: "email",
      rules: [emailRule],
    },
    {
      name: "phone",
      kind: "tel",
      label: "Phone",
      hint: "Include the area code.",
      autocomplete: "tel-national",
      rules: [phoneRule],
    },
    zip,
    {
      name: "consent",
      kind: "checkbox",
      label: consents.waitlist.text,
      autocomplete: "off",
      rules: [required("Check the box so that we may write or call.")],
    },
  ] satisfies readonly StepField[],
  submitLabel: "Put me on the list",
  success: {
    heading: "You are on the list",
    text: "We will tell you when applications open near you.",
  },
  failure: saveFailed,
  /** The message at the email field if neither contact was given. */
  unreachable: "Enter an email address or a phone number.",
} as const;
