import { changesNotSaved } from "../../../platform/contract/errors/failures.ts";
import {
  addressLine1,
  city,
  state,
  zip,
} from "../../../platform/contract/form-engine/address-fields.ts";
import type { Field } from "../../../platform/contract/form-engine/define-form.ts";
import {
  defineForm,
  maxUncheckedLength,
} from "../../../platform/contract/form-engine/define-form.ts";
import { email, firstName, lastName } from "../../../platform/contract/form-engine/fields.ts";

const unchecked = <const F extends Field>(field: F) => ({
  ...field,
  rules: [],
  maxText: maxUncheckedLength,
});

/** What people may change in their profile, with names as in Users. Only the state is checked. */
export const editProfileForm = defineForm({
  collection: "Users",
  fields: [
    unchecked({ ...firstName, doubt: "first-name" }),
    unchecked(lastName),
    unchecked({ ...email, name: "emailAddress" }),
    unchecked({
      name: "phoneNumber",
      kind: "tel",
      doubt: "phone",
      label: "Phone",
      autocomplete: "tel-national",
      rules: [],
    }),
    unchecked(addressLine1),
    unchecked(city),
    { ...state, doubt: "state", hint: "Example: CO" },
    unchecked({ ...zip, doubt: "zip" }),
  ],
  submitLabel: "Save Changes",
  success: { heading: "Changes Saved", text: "Your profile is up to date." },
  failure: changesNotSaved,
  afterSuccess: "keep",
});

export const profileEditing = {
  busyLabel: "Saving Changes...",
  cancelLabel: "Cancel",
  unsaved: "What you changed here earlier is not saved yet. Click Save Changes to keep it.",
  /** In the alert, if the fields together exceed what the server reads. */
  tooLong: "Your text is too long to save. Shorten it first.",
  imageSelected: {
    heading: "Image Selected",
    text: "Click Save Changes to upload your new picture.",
    button: "OK",
  },
} as const;
