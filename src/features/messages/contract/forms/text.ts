import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name, phone } from "../../../../platform/contract/form-engine/fields.ts";

/** What a text becomes that belongs to no open case: a record like that of a form, without a page. */
export const textForm = defineForm({
  collection: "Texts",
  fields: [
    name,
    { ...phone, rules: [] },
    // Of the account with the number, if there is exactly one.
    { ...email, rules: [] },
    { name: "message", kind: "textarea", label: "Message", autocomplete: "off", rules: [] },
  ],
  submitLabel: "Send",
  success: { heading: "Thank You", text: "We got your text." },
  failure: saveFailed,
  afterSuccess: "reset",
});
