import { saveFailed } from "../errors/failures.ts";
import { defineForm } from "../form-engine/define-form.ts";
import { required, tooLong } from "../form-engine/rules.ts";
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
      hint: "Something you will know again, like “My phone”.",
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
  submitLabel: "Add a Passkey",
  success: { heading: "Passkey Added", text: "You can log in with it from now on." },
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
  submitLabel: "Turn On",
  success: { heading: "Codes Are On", text: "We ask for a code each time you log in." },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Asks for the password again; a passkey may replace it. */
export const reauthForm = defineForm({
  collection: "Proof",
  fields: [currentPassword],
  submitLabel: "Continue",
  success: { heading: "Thank You", text: "We know that it is you." },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Turns off the second step of logging in. */
export const codesOffForm = defineForm({
  collection: "CodesOff",
  fields: [currentPassword],
  submitLabel: "Turn Off Codes",
  success: { heading: "Codes Are Off", text: "Your password alone logs you in." },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Deletes the account permanently. */
export const deleteAccountForm = defineForm({
  collection: "DeleteAccount",
  fields: [currentPassword],
  submitLabel: "Delete My Account",
  success: { heading: "Your Account Is Deleted", text: "A mail says the same." },
  failure: saveFailed,
  afterSuccess: "reset",
});
