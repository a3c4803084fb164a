/** Why a record looks like spam, as staff read it, by its stored code. */
export const spamReasons = {
  honeypot: "A hidden field was filled in",
  "too-fast": "The form was filled in within two seconds",
  "many-from-address": "Many messages came from one address",
  "many-from-sender": "Many messages came from one email address",
  "automatic-email": "A program sent the email",
  "by-staff": "Marked by staff",
} as const;

export type SpamReason = keyof typeof spamReasons;

/** A reason as a sentence without its period; never its code. */
export function describeSpamReason(code: string): string {
  return spamReasons[code as SpamReason] ?? "An automatic check marked it";
}
