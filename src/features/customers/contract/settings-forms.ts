import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { required, tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { currentPassword } from "./password-forms.ts";

const maxNameLength = 60;

/** Names a new passkey, so that the person recognizes it in the list. */
export const passkeyForm = defineForm({
  collection: "Passkey",
  fields: [
    {
      name: "name",
      kind: "text",
      label: "Name of this passkey",
      hint: "A name you will recognize. Example: My phone",
      autocomplete: "off",
      rules: [
        required("Name of this passkey is required."),
        {
          kind: "length",
          minimum: 1,
          maximum: maxNameLength,
          message: tooLong("Name of this passkey", maxNameLength),
        },
      ],
    },
  ],
  submitLabel: "Add this passkey",
  success: { heading: "Passkey added", text: "You can log in with it from now on." },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** The first code of an authenticator app, which confirms its setup. */
export const authenticatorForm = defineForm({
  collection: "Authenticator",
  fields: [
    {
      name: "code",
      kind: "text",
      label: "Code from the app",
      hint: "Six digits. A new code comes every 30 seconds.",
      autocomplete: "one-time-code",
      rules: [required("Code from the app is required.")],
      exact: true,
    },
  ],
  submitLabel: "Turn on",
  success: { heading: "Codes are on", text: "We ask for a code each time you log in." },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Asks for the password again; a passkey may replace it. */
export const reauthForm = defineForm({
  collection: "Proof",
  fields: [currentPassword],
  submitLabel: "Continue",
  success: { heading: "Thank You", text: "Your identity is confirmed." },
  failure: saveFailed,
  afterSuccess: "reset",
});

export const codesOffForm = defineForm({
  collection: "CodesOff",
  fields: [currentPassword],
  submitLabel: "Turn off codes",
  success: { heading: "Codes are off", text: "Your password alone logs you in." },
  failure: saveFailed,
  afterSuccess: "reset",
});

export const deleteAccountForm = defineForm({
  collection: "DeleteAccount",
  fields: [currentPassword],
  submitLabel: "Delete my account",
  success: { heading: "Your account is deleted", text: "We sent you an email to confirm it." },
  failure: saveFailed,
  afterSuccess: "reset",
});
