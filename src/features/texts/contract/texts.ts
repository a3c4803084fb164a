import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import type { ConsentSource, ConsentState } from "./consent.ts";

/** Whether texts to a number can be sent, as the desk shows it. */
export interface TextNumber {
  /** "303-555-0144"; as it was typed if it is no number of the United States. */
  readonly number: string;
  /** "none": never asked. "impossible": no number that gets texts. */
  readonly consent: ConsentState | "none" | "impossible";
  /** Since when, ISO 8601; null for "none" and "impossible". */
  readonly since: string | null;
  readonly source: ConsentSource | null;
  /** When a text goes that is sent now, ISO 8601; null: at once. */
  readonly goesAt: string | null;
  /** IANA name, of the place of the customer. */
  readonly timeZone: string;
}

/** What a number said about texts, as a line of its conversation. */
export interface ConsentLine {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly consent: ConsentState;
  readonly source: ConsentSource;
  /** Who asked on the phone; null otherwise. */
  readonly staffId: string | null;
}

const form = z.record(z.string(), z.string());

/** Where Twilio hands in texts and reports deliveries. Both exist only with its settings. */
export const twilioEndpoints = {
  receive: defineEndpoint("anybody POST /api/texts/twilio", {
    summary: "Receive a text from Twilio; only with its settings",
    body: form,
    response: z.string(),
    errors: ["malformed", "too-large", "not-found"],
    headers: { "x-twilio-signature": "Twilio's signature." },
  }),
  report: defineEndpoint("anybody POST /api/texts/twilio/status", {
    summary: "Receive from Twilio whether a text was delivered; only with its settings",
    body: form,
    response: z.string(),
    errors: ["malformed", "too-large", "not-found"],
    headers: { "x-twilio-signature": "Twilio's signature." },
  }),
} as const;
