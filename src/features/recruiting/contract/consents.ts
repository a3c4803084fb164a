import { brand } from "../../../brand.ts";

/**
 * Texts that people agree to, each with a version: the version is stored with the time. A changed
 * text needs a new version.
 */
export const consents = {
  terms: {
    version: "2026-11-21",
    text: "I agree to the Terms and Conditions, and I have read the Privacy Policy.",
  },
  /** Never checked by default and never required (Telephone Consumer Protection Act). */
  sms: {
    version: "2026-11-21",
    text: `Yes, ${brand.company} may text me about my application.`,
    hint: "Up to 10 texts a month. Message and data rates may apply. Reply STOP to end, HELP for help. You do not need to agree to apply or to be hired.",
  },
  /** If checked, nothing is reported to an ad company; shown only where it would be. */
  adNotes: {
    version: "2026-11-22",
    text: "Do not tell the ad company about my application.",
    hint: "You came from a job ad. We may tell the company behind the ad that its ad led to an application, and later what came of it. It never gets your name, phone or email address.",
  },
  waitlist: {
    version: "2026-11-21",
    text: `Yes, ${brand.name} may tell me when applications open near me.`,
  },
} as const;
