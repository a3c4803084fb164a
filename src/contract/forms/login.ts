import { saveFailed, wrongPassword } from "../errors/failures.ts";
import { defineForm } from "../form-engine/define-form.ts";
import { email } from "../form-engine/fields.ts";
import { required } from "../form-engine/rules.ts";

/** Fields and words of logging in (SPEC 2, 5); its screen and its call are its own. */
export const loginForm = defineForm({
  collection: "Login",
  fields: [
    { ...email, autocomplete: "username" },
    {
      name: "password",
      kind: "password",
      label: "Password",
      autocomplete: "current-password",
      rules: [required("Password is required.")],
    },
  ],
  submitLabel: "Log In",
  success: { heading: "Welcome back", text: "You are logged in." },
  failure: wrongPassword,
  afterSuccess: "reset",
});

/** Heading and choices of the modal after a rejected log-in (SPEC 8). */
export const loginFailed = { heading: "Login Failed", button: "OK" } as const;

/** The second step of logging in, for accounts that ask for it. */
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
