import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name, supportId } from "../../../../platform/contract/form-engine/fields.ts";

/** What a customer writes in one of the apps, which delivers it: a record like that of a form. */
export const appForm = defineForm({
  collection: "AppMessages",
  fields: [
    name,
    email,
    supportId,
    { name: "subject", kind: "text", label: "Subject", autocomplete: "off", rules: [] },
    { name: "message", kind: "textarea", label: "Message", autocomplete: "off", rules: [] },
  ],
  submitLabel: "Send",
  success: { heading: "Thank You", text: "We got your message." },
  failure: saveFailed,
  afterSuccess: "reset",
});
