import { defineForm } from "../define-form.ts";
import { saveFailed } from "../failures.ts";

/** The button that a mailed link leads to: the address is confirmed by pressing it. */
export const confirmEmailForm = defineForm({
  collection: "ConfirmEmail",
  fields: [],
  submitLabel: "Confirm My Email",
  success: {
    heading: "Your email is confirmed",
    text: "Thank you. This is the address that you log in with.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
