import { facts } from "../../../platform/contract/facts.ts";
import type { PrivacyKind } from "./cases.ts";
import { oneStepLeft } from "./data-deletion.ts";

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
  | "opted-out"
  | "corrected"
  | "stopped"
  | "status"
  | "agent"
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
  correction: "your request to correct your data",
  "opt-out": "your request not to sell or share your data",
} as const satisfies Readonly<Record<PrivacyKind, string>>;

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
  "opted-out": {
    title: "We do not sell or share your data",
    text: "Hello,\n\nYou asked us not to sell or share your data, and to limit how we use it. This is done. We use your data only for what you asked us to do, and we tell no ad company about you.\n\nYour reference is {{reference}}. If this wasn’t you, there is nothing to do.",
  },
  corrected: {
    title: "Your correction",
    text: "Hello {{full name}},\n\nWe worked on {{request}}. This is what became of it:",
  },
  stopped: {
    title: "We stopped your request",
    text: "Hello {{full name}},\n\n{{reason}} We changed nothing. You can ask again at any time.",
  },
  status: {
    title: "Where your request is",
    text: "Hello {{full name}},\n\nYou asked where {{request}} is. Press the button below to see it.",
  },
  agent: {
    title: "You asked for someone else",
    text: "Hello,\n\nWe have the request that you sent for someone else. Its reference is {{reference}}. We emailed them, to ask whether they agree.\n\nPlease show us that you may ask: open the page below and add a file, such as a paper with their signature or a power of attorney. You see there how far we are.",
  },
};
