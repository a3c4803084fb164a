import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { typedLine, typedText } from "../../../platform/contract/schemas.ts";
import { subscriberStates } from "./subscriber-states.ts";

const body = z.strictObject({
  evidence: z.strictObject({
    text: typedText(1000).describe("What the person agreed to, in the words that they saw."),
    at: z.iso.datetime({ offset: true }).describe("When, ISO 8601."),
    source: typedLine(200).describe("Where: the screen of an app, for example."),
  }),
});

export type Evidence = Returned<typeof body>["evidence"];

const response = z.object({
  email: z.string(),
  state: z.enum(subscriberStates).describe("“to-confirm”: we emailed a link that confirms it."),
});

const one = "/api/v1/newsletter/:id";
const params = { id: "The email address." } as const;

/** Subscriptions by programs. */
export const newsletterApiEndpoints = {
  subscribe: defineEndpoint(`api-token:newsletter:write PUT ${one}`, {
    summary: "Subscribe an address to the newsletter, with evidence of consent",
    params,
    body,
    response,
    creates: true,
    errors: ["invalid", "suppressed", "unsubscribed", "unsupported-type"],
  }),
  unsubscribe: defineEndpoint(`api-token:newsletter:write DELETE ${one}`, {
    summary: "Unsubscribe an address from the newsletter",
    params,
    status: 204,
    errors: ["invalid"],
  }),
} as const;
