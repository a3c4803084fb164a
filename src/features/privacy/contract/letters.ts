import { facts } from "../../../platform/contract/facts.ts";
import { oneStepLeft } from "./privacy-requests.ts";

/** Emails about a request that a rule or a button sends; "free": written by a staff member. */
export type LetterKind =
  | "identity"
  | "working"
  | "extended"
  | "deleted"
  | "copy"
  | "denied"
  | "appeal-received"
  | "appeal-granted"
  | "appeal-denied"
  | "free";

/**
 * A letter with placeholders: those of replies, and "request", "due date", "reason", "app".
 * Paragraphs are separated by an empty line.
 */
interface StandardLetter {
  readonly title: string;
  readonly text: string;
}

/** What "{{request}}" stands for. */
export const requestText = {
  deletion: "your request to delete your data",
  copy: "your request for a copy of your data",
} as const;

/** Default texts of the letters. A shared template with the same name replaces them. */
export const standardLetters: Readonly<Record<Exclude<LetterKind, "free">, StandardLetter>> = {
  identity: {
    title: oneStepLeft,
    text: "Hello {{full name}},\n\nWe have {{request}}. Please confirm it: press the button below, and then “Yes, it was me” on the page that opens. We change nothing before you do.",
  },
  working: {
    title: "We are working on it",
    text: "Hello {{full name}},\n\nThank you for confirming it. {{my name}} is now working on {{request}}. You will hear from us by {{due date}}.",
  },
  extended: {
    title: "We need a little longer",
    text: "Hello {{full name}},\n\nWe need more time for {{request}}. You will hear from us by {{due date}}.\n\nThis is why: {{reason}}",
  },
  deleted: {
    title: "It is done",
    text: "Hello,\n\nYou asked us to delete your data from {{app}}. This is now done. Your reference was {{reference}}.",
  },
  copy: {
    title: "The copy of your data is ready",
    text: "Hello {{full name}},\n\nYou asked us for a copy of your data. It is ready. Open the page and press the button there. The link works until {{due date}}.",
  },
  denied: {
    title: "We cannot do this",
    text: "Hello {{full name}},\n\nWe reviewed {{request}}, and we cannot do what you asked.\n\nThis is why: {{reason}}\n\nYou can ask us to look again. Another member of our staff will then decide. Open the page and write to us by {{due date}}.",
  },
  "appeal-received": {
    title: "We are looking at it again",
    text: "Hello {{full name}},\n\nYou asked us to look again at {{request}}. Another member of our staff will decide. You will hear from us by {{due date}}.",
  },
  "appeal-granted": {
    title: "You were right",
    text: "Hello {{full name}},\n\nWe looked again at {{request}}. We will do what you asked by {{due date}}.\n\n{{reason}}",
  },
  "appeal-denied": {
    title: "We looked again",
    text: `Hello {{full name}},\n\nWe looked again at {{request}}. Our answer stays the same.\n\nThis is why: {{reason}}\n\nIf you do not agree, you can turn to the Attorney General of ${facts.legal.governingState}.`,
  },
};
