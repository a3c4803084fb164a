import { newsletter } from "../../contract/newsletter.ts";
import {
  newsletterHeading,
  newsletterPrivacy,
  newsletterPrivacyLink,
  newsletterPromise,
  newsletterTextSince,
} from "../../contract/newsletter-text.ts";

/** The text that people saw when they signed up. */
export interface Wording {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
}

/**
 * The wording of the form by version. When it changes, the old wording is kept here as text, under
 * its version, since evidence of consent refers to it.
 */
export const wordings: Readonly<Record<string, Wording>> = {
  [newsletterTextSince]: {
    heading: newsletterHeading,
    text: `${newsletterPromise} ${newsletterPrivacy} ${newsletterPrivacyLink}.`,
    button: newsletter.submitLabel,
  },
};
