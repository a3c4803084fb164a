import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name, phone } from "../../../../platform/contract/form-engine/fields.ts";
import { staffCollections } from "../staff-begun.ts";

const onDesk = {
  submitLabel: "Save",
  success: { heading: "Saved", text: "Saved." },
  failure: saveFailed,
  afterSuccess: "reset",
} as const;

/** A phone call that staff log. What was said is the first entry of its conversation. */
export const phoneCallForm = defineForm({
  collection: staffCollections.phoneCalls,
  fields: [name, { ...email, rules: [] }, { ...phone, rules: [] }],
  ...onDesk,
});

/** An email that staff began. Its text is the first entry of its conversation. */
export const ourEmailForm = defineForm({
  collection: staffCollections.ourEmails,
  fields: [
    name,
    { ...email, rules: [] },
    { name: "subject", kind: "text", label: "Subject", autocomplete: "off", rules: [] },
  ],
  ...onDesk,
});

/** A text that staff began. Its words are the first entry of its conversation. */
export const ourTextForm = defineForm({
  collection: staffCollections.ourTexts,
  fields: [name, { ...phone, rules: [] }, { ...email, rules: [] }],
  ...onDesk,
});

/** Records that staff begin: without a page, and without a first message of the person. */
export const staffForms = [phoneCallForm, ourEmailForm, ourTextForm] as const;
