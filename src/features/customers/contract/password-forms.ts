import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm, type Field } from "../../../platform/contract/form-engine/define-form.ts";
import { email } from "../../../platform/contract/form-engine/fields.ts";
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
