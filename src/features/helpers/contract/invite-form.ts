import { saveFailed } from "../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../platform/contract/form-engine/define-form.ts";
import { emailRule, required, tooLong } from "../../../platform/contract/form-engine/rules.ts";
import { helpLimits, relations } from "./helpers.ts";

const limit = (label: string, maximum: number) =>
  ({ kind: "length", minimum: 0, maximum, message: tooLong(label, maximum) }) as const;

/** Invites a helper. With an email they get a link; without one, the person reads a code to them. */
export const inviteForm = defineForm({
  collection: "HelperInvitations",
  fields: [
    {
      name: "name",
      kind: "text",
      label: "Their name",
      autocomplete: "off",
      rules: [required("Their name is required."), limit("The name", helpLimits.name)],
    },
    {
      name: "relation",
      kind: "select",
      label: "Who they are",
      autocomplete: "off",
      options: ["Rather not say", ...relations],
      rules: [],
    },
    {
      name: "email",
      kind: "email",
      label: "Their email",
      autocomplete: "off",
      rules: [emailRule, limit("The email", helpLimits.email)],
    },
  ],
  submitLabel: "Send the invitation",
  success: { heading: "", text: "" },
  failure: saveFailed,
  afterSuccess: "reset",
});

/** Names that the person's page posts besides the form's fields. */
export const helperExtras = {
  act: "_act",
  id: "_id",
  part: "_part",
  /** Before somebody gets more: the page may ask for it again. */
  password: "password",
} as const;

/** What the helper's pages post. */
export const helpingExtras = {
  act: "_act",
  code: "code",
  key: "_key",
  message: "message",
} as const;
