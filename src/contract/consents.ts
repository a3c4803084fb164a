import { brand } from "../brand.ts";

/**
 * Texts that people agree to, each with a version: what is stored is the version with
 * the time. A changed text gets a new version.
 */
export const consents = {
  terms: {
    version: "2026-11-21",
    text: "I agree to the Terms and Conditions, and I have read the Privacy Policy.",
  },
  /** Never ticked beforehand and never needed (Telephone Consumer Protection Act). */
  sms: {
    version: "2026-11-21",
    text: `Yes, ${brand.company} may text me about my application.`,
    hint: "Up to 10 texts a month. Message and data rates may apply. Reply STOP to end, HELP for help. You do not need to agree to apply or to be hired.",
  },
  waitlist: {
    version: "2026-11-21",
    text: `Yes, ${brand.name} may tell me when applications open near me.`,
  },
} as const;
