import { brand } from "../../../../brand.ts";
import { saveFailed } from "../../../../platform/contract/errors/failures.ts";
import { defineForm } from "../../../../platform/contract/form-engine/define-form.ts";
import { email, name, phone } from "../../../../platform/contract/form-engine/fields.ts";
import { required } from "../../../../platform/contract/form-engine/rules.ts";

export const contactForm = defineForm({
  collection: "ContactForm",
  fields: [
    name,
    phone,
    email,
    {
      name: "message",
      kind: "textarea",
      label: "Message",
      autocomplete: "off",
      rules: [required("Message is required.")],
    },
  ],
  submitLabel: "Send Message",
  success: {
    heading: "Thank You",
    text: `Your message has been sent. We will write back to the email address you gave us within ${brand.answerTime}.`,
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
