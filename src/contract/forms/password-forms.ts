import { saveFailed } from "../errors/failures.ts";
import { defineForm, type Field } from "../form-engine/define-form.ts";
import { email } from "../form-engine/fields.ts";
import { passwordHint, passwordRule, required } from "../form-engine/rules.ts";

const newPassword = {
  name: "newPassword",
  kind: "password",
  label: "New password",
  hint: passwordHint,
  autocomplete: "new-password",
  rules: [required("New password is required."), passwordRule],
} as const satisfies Field;

/** Asks for one's password again before something that cannot be undone easily. */
export const currentPassword = {
  name: "password",
  kind: "password",
  label: "Current password",
  autocomplete: "current-password",
  rules: [required("Current password is required.")],
} as const satisfies Field;

/** Asks for a link by mail to set a new password. */
export const forgotPasswordForm = defineForm({
  collection: "ForgotPassword",
  fields: [{ ...email, autocomplete: "username" }],
  submitLabel: "Send Me a Link",
  success: {
    heading: "Check your mail",
    text: "If an account uses this address, a link to set a new password is on its way.",
  },
  failure: saveFailed,
  afterSuccess: "keep",
});

/** Sets a new password with a mailed link. */
export const resetPasswordForm = defineForm({
  collection: "ResetPassword",
  fields: [newPassword],
  submitLabel: "Save New Password",
  success: {
    heading: "Your password is changed",
    text: "You are logged out everywhere. Log in with the new password.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Changes the password of a signed-in person. */
export const changePasswordForm = defineForm({
  collection: "ChangePassword",
  fields: [currentPassword, newPassword],
  submitLabel: "Change Password",
  success: {
    heading: "Password Changed",
    text: "Your other devices were logged out.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Changes the address that a person logs in with; it counts once its mailed link was used. */
export const changeEmailForm = defineForm({
  collection: "ChangeEmail",
  fields: [{ ...email, label: "New email" }, currentPassword],
  submitLabel: "Change Email",
  success: {
    heading: "Check Your Mail",
    text: "We sent a link to the new address. Until you use it, log in with the old one.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
