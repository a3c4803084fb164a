import { defineForm } from "../define-form.ts";
import { saveFailed } from "../failures.ts";
import { email, name, phone } from "../fields.ts";
import { required } from "../rules.ts";

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
    text: "Your message has been sent. We will write back to the email address you gave us.",
  },
  failure: saveFailed,
  afterSuccess: "reset",
});
