import { z } from "zod";
import { defineEndpoint } from "../../../platform/contract/define-endpoint.ts";
import { requestStates } from "./requests.ts";

const asked = z.object({
  id: z.string(),
  version: z.int(),
  reference: z.string().describe("Eight characters to tell our staff."),
  title: z.string(),
  state: z.enum(requestStates),
  shown: z.string().describe("What we say about it, as sentences."),
  wish: z.string().describe("When you want it; empty if our staff entered it."),
  lookedAt: z.string().describe("When our staff look at it; empty once they have."),
  mayCancel: z.boolean(),
  asksHowItWas: z.boolean(),
});

/** What a customer asked for. */
export const askEndpoints = {
  list: defineEndpoint("session GET /api/portal/asked-requests", {
    summary: "List what you asked for, newest first",
    response: z.array(asked),
  }),
} as const;
