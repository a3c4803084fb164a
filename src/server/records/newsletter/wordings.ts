import { newsletter } from "../../../contract/forms/newsletter.ts";
import {
  newsletterHeading,
  newsletterPrivacy,
  newsletterPrivacyLink,
  newsletterPromise,
  newsletterWordsSince,
} from "../../../contract/forms/newsletter-words.ts";

/** What people saw when they signed up. */
export interface Wording {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
}

/**
 * The words of the form by version. When they change, the old ones stay here as text, under their
 * version: evidence of consent names it.
 */
export const wordings: Readonly<Record<string, Wording>> = {
  [newsletterWordsSince]: {
    heading: newsletterHeading,
    text: `${newsletterPromise} ${newsletterPrivacy} ${newsletterPrivacyLink}.`,
    button: newsletter.submitLabel,
  },
};
