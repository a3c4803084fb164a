import { brand } from "../../../brand.ts";

/*
 * What people see beside the newsletter form: evidence of consent names it. Separate constants, so
 * that a page contains only those that it shows. `wordings.ts` of the server has their versions.
 */

/** Version of these words: the date they were introduced. */
export const newsletterTextSince = "2026-11-23";

export const newsletterHeading = `News from ${brand.name}, by email.`;
export const newsletterPromise =
  "Tips for living well at home, and what is new in our apps. Each email has a link to stop.";
export const newsletterPrivacy = "How we keep your address:";
export const newsletterPrivacyLink = "privacy policy";
