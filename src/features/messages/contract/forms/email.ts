import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name } from "../../../../platform/contract/form-engine/fields.ts";

/**
 * What an email becomes that belongs to no conversation: a record like that of a form, without a
 * page.
 */
export const emailForm = defineForm({
  collection: "Email",
  fields: [
    name,
    email,
    { name: "subject", kind: "text", label: "Subject", autocomplete: "off", rules: [] },
    { name: "message", kind: "textarea", label: "Message", autocomplete: "off", rules: [] },
  ],
  submitLabel: "Send",
  success: { heading: "Thank You", text: "We got your email." },
  failure: saveFailed,
  afterSuccess: "reset",
});
