import { normalizeEmail } from "../../../platform/contract/email.ts";
import { facts } from "../../../platform/contract/facts.ts";
import { looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";

export const newsletter = {
  collection: "NewsletterRegistration",
  source: "website_footer",
  settingsSource: "portal_settings",
  label: "Your email address",
  submitLabel: "Subscribe",
  busyLabel: "Subscribing...",
  success: { heading: "Successfully Subscribed!", button: "Great!" },
  failure: "There was an error signing up. Please try again.",
  unsubscribe: {
    state: "NewsletterUnsubscribe",
    brokenLink: "This link is incomplete. Copy it again from the email, or call us.",
  },
  /** Names of the sent fields. Autofill does not recognize the honeypot's. */
  names: { email: "email", honeypot: "nl_q7", formTime: "formTime", token: "pageToken" },
} as const;

/** What the form sends; missing texts are "", a missing time is undefined. */
export interface NewsletterAttempt {
  readonly email: string;
  readonly honeypot: string;
  /** Milliseconds from page load or last reset to submit. */
  readonly formTime: number | undefined;
  readonly token: string;
}

/**
 * The five checks, in order. Without token and time no script ran, so the fifth message is
 * the right one.
 */
export function findNewsletterError(attempt: NewsletterAttempt): string | undefined {
  const email = normalizeEmail(attempt.email);
  if (email === "") return "Email address is required";
  if (!looksLikeEmail(email)) return "Please enter a valid email address";
  if (attempt.honeypot !== "") return "Submission failed. Please try again.";
  const noScript = attempt.formTime === undefined && attempt.token === "";
  const { minimumFormTimeMs, minimumTokenLength } = facts.newsletter;
  if (!noScript && (attempt.formTime ?? 0) < minimumFormTimeMs) {
    return "Please wait a moment before submitting.";
  }
  if (attempt.token.length < minimumTokenLength) return "Please enable JavaScript to subscribe.";
  return undefined;
}
