import { saveFailed, wrongPassword } from "../../../platform/contract/errors/failures.ts";
import {
  defineForm,
  maxUncheckedLength,
} from "../../../platform/contract/form-engine/define-form.ts";
import { email } from "../../../platform/contract/form-engine/fields.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";

export const loginForm = defineForm({
  collection: "Login",
  fields: [
    // Only required here: an address of another shape fails as an unknown one does.
    {
      ...email,
      autocomplete: "username",
      rules: [required("Email is required.")],
      maxText: maxUncheckedLength,
    },
    {
      name: "password",
      kind: "password",
      label: "Password",
      autocomplete: "current-password",
      rules: [required("Password is required.")],
      maxText: maxUncheckedLength,
    },
  ],
  submitLabel: "Log In",
  success: { heading: "Welcome back", text: "You are logged in." },
  failure: wrongPassword,
  afterSuccess: "reset",
});

export const loginFailed = { heading: "Login Failed", button: "OK" } as const;

export const loginCodeForm = defineForm({
  collection: "LoginCode",
  fields: [
    {
      name: "code",
      kind: "text",
      label: "Code",
      hint: "The six digits that your authenticator app shows now, or one of your recovery codes.",
      autocomplete: "one-time-code",
      rules: [required("Code is required.")],
      exact: true,
    },
  ],
  submitLabel: "Continue",
  success: { heading: "Welcome back", text: "You are logged in." },
  failure: saveFailed,
  afterSuccess: "keep",
});
