import { city, state, zip } from "../../../platform/contract/form-engine/address-fields.ts";
import { defineForm, type Field } from "../../../platform/contract/form-engine/define-form.ts";
import { email, firstName, lastName } from "../../../platform/contract/form-engine/fields.ts";
import {
  passwordHint,
  passwordRule,
  required,
} from "../../../platform/contract/form-engine/rules.ts";
import { createAccountCollection } from "./auth.ts";

/** Who it is for. */
export const nameFields = [
  firstName,
  lastName,
  { ...city, rules: [required("City is required.")] },
  { ...state, doubt: "state", hint: "Example: CO", rules: [required("State is required.")] },
  { ...zip, doubt: "zip", rules: [required("ZIP code is required.")] },
] as const satisfies readonly Field[];

const login = { ...email, autocomplete: "username" } as const satisfies Field;

export const accountPhone = {
  name: "phone",
  kind: "tel",
  doubt: "phone",
  label: "Phone",
  autocomplete: "tel-national",
  rules: [required("Phone is required.")],
} as const satisfies Field;

export const createAccountForm = defineForm({
  collection: createAccountCollection,
  fields: [
    ...nameFields,
    login,
    accountPhone,
    {
      name: "password",
      kind: "password",
      doubt: "new-password",
      label: "Desired password",
      hint: passwordHint,
      autocomplete: "new-password",
      rules: [required("Desired password is required."), passwordRule],
    },
  ],
  submitLabel: "Submit & Continue",
  success: {
    heading: "Account Created!",
    text: "Your account has been created successfully.",
  },
  failure: "An error occurred: ",
  afterSuccess: "reset",
});

export const accountCreation = {
  continueLabel: "Continue",
  failed: { heading: "Creation Failed", button: "Try Again" },
} as const;
