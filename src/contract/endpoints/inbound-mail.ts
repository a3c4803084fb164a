import { type Bytes, defineEndpoint } from "./define-endpoint.ts";

/** What became of an email that was handed in. */
export interface InboundMailResponse {
  /** "added" to a case; "ignored" emails are kept nowhere. */
  readonly state: "added" | "ignored";
  /** Why, for the log of the program that handed it in. */
  readonly reason: string;
}

/** For the program that takes emails in: a raw message (RFC 5322) with the token of a setting. */
export const inboundMailEndpoints = {
  receive: defineEndpoint<Bytes, InboundMailResponse>("desk-token POST /api/desk/inbound-mail"),
} as const;
