import { appForm } from "../../messages/contract/forms/app.ts";
import { barrierForm } from "../../messages/contract/forms/barrier.ts";
import { emailForm } from "../../messages/contract/forms/email.ts";
import {
  ourEmailForm,
  ourTextForm,
  phoneCallForm,
} from "../../messages/contract/forms/staff-forms.ts";
import { textForm } from "../../messages/contract/forms/text.ts";
import { worryForm } from "../../messages/contract/forms/worry.ts";
import type { Collection } from "./collection-table.tsx";

/** By email, phone and text, from both sides. */
const common = {
  keeps: "Until you ask us to delete it.",
  seenBy: "Our support staff.",
} as const;

export const contactCollections: readonly Collection[] = [
  {
    name: "Worries",
    record: worryForm.collection,
    holds:
      "What you tell us about a person or a message that worries you. Your name, phone number and email if you gave them.",
    why: "To look into it, and to answer you.",
    ...common,
  },
  {
    name: "Reports of barriers",
    record: barrierForm.collection,
    holds:
      "What you could not use, and with what. Your name, phone number and email if you gave them.",
    why: "To mend it, and to answer you.",
    ...common,
  },
  {
    name: "Emails",
    record: emailForm.collection,
    holds:
      "What you write to us by email: your name, your address, the subject, the text, and the email as it came in.",
    why: "To answer you.",
    ...common,
  },
  {
    name: "Phone calls",
    record: phoneCallForm.collection,
    holds:
      "When you talked with our staff: your name, phone number and email as far as we know them, and what was said. We do not record calls.",
    why: "To do what you asked for, and to know about it when you call again.",
    ...common,
  },
  {
    name: "Emails from us",
    record: ourEmailForm.collection,
    holds:
      "When our staff write to you first: your name, email and phone number, the subject, and the text.",
    why: "To reach you, and to recognize your answer.",
    ...common,
  },
  {
    name: "Texts",
    record: textForm.collection,
    holds:
      "Texts between your phone and us: your number, the words and the times. Your name and email, if an account has this number. What you said about texts from us, with the words and the time.",
    why: "To answer you, and to text you only if you agreed.",
    ...common,
  },
  {
    name: "Messages from the apps",
    record: appForm.collection,
    holds:
      "When you write to our staff in one of our apps: your name, email and support ID, the subject, the text, and the files that you add.",
    why: "To answer you, in the app and by email.",
    ...common,
  },
  {
    name: "Texts from us",
    record: ourTextForm.collection,
    holds:
      "When our staff text you first: your name, phone number and email as far as we know them, and the words.",
    why: "To reach you, and to recognize your answer.",
    ...common,
  },
];
