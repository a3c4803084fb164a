import { brand } from "../../brand.ts";
import { saveFailed } from "../errors/failures.ts";
import { defineForm } from "../form-engine/define-form.ts";
import { email, name, phone } from "../form-engine/fields.ts";
import { required } from "../form-engine/rules.ts";

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
