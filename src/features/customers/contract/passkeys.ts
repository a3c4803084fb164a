import { z } from "zod";
import type { Returned } from "../../../platform/contract/define-endpoint.ts";

/** Options for `navigator.credentials`; the fields are those of WebAuthn. */
export const passkeyOptions = z
  .looseObject({ challenge: z.string() })
  .describe("WebAuthn Level 3, 5.1.8 and 5.1.9") as z.ZodType<{ readonly challenge: string }>;

export type PasskeyOptions = Returned<typeof passkeyOptions>;

const responseJson = {
  type: "object",
  properties: { id: { type: "string" }, response: { type: "object" } },
  required: ["id", "response"],
  description: "WebAuthn Level 3, AuthenticationResponseJSON",
};

/** A passkey's response, as the browser's JSON. The library that verifies it checks its shape. */
export const passkeyResponse = z.custom<object>().meta(responseJson);

/** Cookie with the token of the challenge. */
export const passkeyCookie = { passkey: "Set by the call that asked for the options." } as const;
