import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { required } from "../../../platform/contract/form-engine/rules.ts";

/**
 * Query name of the link "This was not me": its value is the token, on the page that confirms; it
 * also marks that page's post and last step. A separate page would cost every page bytes.
 */
export const notMineQuery = "not-mine";

/** The last step of that page after a change of the address was undone. */
export const undoneStep = "undone";

/** Step of the page if a link of the account confirmed its address before. */
export const alreadyConfirmed = "already";

const confirmed = {
  submitLabel: "Confirm my email",
  success: {
    heading: "Your email is confirmed",
    text: "Thank you. This is the address that you log in with.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
} as const;

/** Confirms an address with its emailed link, in a browser that is signed in to the account. */
export const confirmEmailForm = defineForm({
  collection: "ConfirmEmail",
  fields: [],
  ...confirmed,
});

export const confirmByPasswordForm = defineForm({
  collection: "ConfirmEmailByPassword",
  fields: [
    {
      name: "password",
      kind: "password",
      label: "Password of the account",
      hint: "The password that was chosen for the account with this address.",
      autocomplete: "current-password",
      rules: [required("Password of the account is required.")],
    },
  ],
  ...confirmed,
});

/** The owner of a mailbox says that an account, or a change of its address, is not theirs. */
export const notMyAccountForm = defineForm({
  collection: "NotMyAccount",
  fields: [],
  submitLabel: "This was not me",
  success: {
    heading: "Thank you for telling us",
    text: "That account no longer uses your email address. It never saw anything that you sent us.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});

export interface ConfirmLinkValues {
  readonly email: string;
  /** The link confirms the account's address, changes the login email, or undoes a change by staff. */
  readonly kind: "verify-email" | "change-email" | "undo-email-change";
  /**
   * The viewer: the account's owner, somebody signed in to another account, somebody who has to log
   * in with a code, or anybody.
   */
  readonly viewer: "owner" | "other-account" | "code-needed" | "anybody";
}
