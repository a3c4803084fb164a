import {
  type Bytes,
  defineEndpoint,
} from "../../../platform/contract/endpoints/define-endpoint.ts";

export interface InboundMailResponse {
  /** "added" to a case; "ignored" emails are not stored. */
  readonly state: "added" | "ignored";
  /** Why, for the log of the program that delivered it. */
  readonly reason: string;
}

/** For the program that receives email: a raw message (RFC 5322) with the token from a setting. */
export const inboundMailEndpoints = {
  receive: defineEndpoint<Bytes, InboundMailResponse>("desk-token POST /api/desk/inbound-mail"),
} as const;
