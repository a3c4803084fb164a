import { brand } from "../../../brand.ts";

/**
 * What a phone number agreed to: "allowed" every text; "replies" only answers, since the person
 * texted us first; "stopped" none.
 */
export type ConsentState = "allowed" | "replies" | "stopped";

/** Where it was said: by text, in the settings of the portal, or on the phone with staff. */
export type ConsentSource = "text" | "settings" | "call";

/** Local hours in which texts are sent, as the rules for texts in the United States require. */
export const textHours = { from: 8, until: 21 } as const;

/** Characters of a text at most: what carriers join on a phone. */
export const maxTextLength = 1600;

const terms =
  "Message and data rates may apply. You can reply STOP at any time to end texts, or HELP for help.";

/** What staff read aloud before the first text, word for word, and what the portal shows. */
export const consentQuestion = `May ${brand.name} text you at this number about your requests and your account? ${terms} You get help from us either way.`;

/** Whether notices also go to the phone of an account. */
export interface OwnTexts {
  /** "stopped": STOP came by text. "no-number": the profile has no number that gets texts. */
  readonly state: "on" | "off" | "stopped" | "no-number";
  /** "303-555-0144" */
  readonly number: string;
}

/** How long a number must have agreed to texts before a link to its account may go there. */
export const linkConsentHours = 72;

/** How texts are turned on again after STOP, for the owner of the number. */
export const startAgain = (number: string) =>
  `You texted STOP from ${number}. To turn texts on again, text START to ${brand.phone.shown} from that phone.`;

/** Why staff cannot text a number, as sentences. */
export const textObstacles = {
  off: "Texts are not set up on this site.",
  "no-number": "This is not a number in the United States or Canada, which texts need.",
  "no-consent": "This person has not agreed to texts. Ask on the phone first.",
  stopped: "This person ended texts. Only they can turn them on again.",
} as const;

/** Why a text cannot be sent to a number. */
export type TextObstacle = keyof typeof textObstacles;
