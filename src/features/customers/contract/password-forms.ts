import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { zip } from "../../../platform/contract/form-engine/address-fields.ts";
import { defineForm, type Field } from "../../../platform/contract/form-engine/define-form.ts";
import { email, lastName } from "../../../platform/contract/form-engine/fields.ts";
import {
  passwordHint,
  passwordRule,
  required,
} from "../../../platform/contract/form-engine/rules.ts";

const newPassword = {
  name: "newPassword",
  kind: "password",
  doubt: "new-password",
  label: "New password",
  hint: passwordHint,
  autocomplete: "new-password",
  rules: [required("New password is required."), passwordRule],
} as const satisfies Field;

/** Asks for the password again before something that is hard to undo. */
export const currentPassword = {
  name: "password",
  kind: "password",
  label: "Current password",
  autocomplete: "current-password",
  rules: [required("Current password is required.")],
} as const satisfies Field;

export const forgotPasswordForm = defineForm({
  collection: "ForgotPassword",
  fields: [{ ...email, autocomplete: "username" }],
  submitLabel: "Send me a link",
  success: {
    heading: "Check your email",
    text: "If an account uses this address, a link to set a new password is on its way.",
  },
  failure: saveFailed,
  afterSuccess: "keep",
});

export const resetPasswordForm = defineForm({
  collection: "ResetPassword",
  fields: [newPassword],
  submitLabel: "Save new password",
  success: {
    heading: "Your password is changed",
    text: "You are logged out everywhere. Log in with the new password.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});

export const changePasswordForm = defineForm({
  collection: "ChangePassword",
  fields: [currentPassword, newPassword],
  submitLabel: "Save new password",
  success: {
    heading: "Password changed",
    text: "Your other devices were logged out.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Changes a person's login email; it takes effect when the emailed link is used. */
export const changeEmailForm = defineForm({
  collection: "ChangeEmail",
  fields: [{ ...email, label: "New email" }, currentPassword],
  submitLabel: "Save new email",
  success: {
    heading: "Check your email",
    text: "We sent a link to the new address. Until you use it, log in with the old one.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** What a customer whom staff added types from a letter, or opens with the link of a text. */
export const welcomeForm = defineForm({
  collection: "Welcome",
  fields: [
    {
      name: "code",
      kind: "text",
      label: "Code",
      hint: "10 letters and numbers, from our letter or text.",
      autocomplete: "off",
      rules: [required("Code is required.")],
      exact: true,
    },
    lastName,
    { ...zip, rules: [required("ZIP code is required.")] },
    {
      ...email,
      hint: "You log in with it. If we have your email already, enter that one.",
      autocomplete: "username",
    },
    newPassword,
  ],
  submitLabel: "Save my password",
  success: {
    heading: "Your password is saved",
    text: "Log in with your email and this password.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
