import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { bytes } from "../../../platform/contract/schemas.ts";

/** "added" to a case; "ignored" emails are not stored. The reason is for the program's log. */
const received = z.object({ state: z.enum(["added", "ignored"]), reason: z.string() });

export type InboundMailResponse = Returned<typeof received>;

/** For the program that receives email: a raw message (RFC 5322) with the token from a setting. */
export const inboundMailEndpoints = {
  receive: defineEndpoint("desk-token POST /api/desk/inbound-mail", {
    summary: "Hand in an email that answers one of ours",
    body: bytes("message/rfc822"),
    response: received,
    status: 201,
    errors: ["cross-site", "malformed", "too-large"],
  }),
} as const;
