import { z } from "zod";
import type { Config } from "../../../../../platform/server/config/config.ts";
import {
  cookieParameter,
  json,
  type Parameter,
  schemaOf,
} from "../../../../../platform/server/openapi/operations.ts";
import type { Reauthentication } from "../../../contract/settings.ts";
import { challengeCookie } from "./passkeys.ts";

/** Options for `navigator.credentials`; the fields are those of WebAuthn. */
export const passkeyOptions = json(
  z.looseObject({ challenge: z.string() }).describe("WebAuthn Level 3, 5.1.8 and 5.1.9"),
);

/** A passkey's response, as the browser's JSON. */
export const passkeyReauth = z
  .looseObject({ id: z.string(), response: z.looseObject({}) })
  .describe("WebAuthn Level 3, AuthenticationResponseJSON");

export function passkeyCookie(config: Config): Parameter {
  return cookieParameter(config, challengeCookie, "Set by the call that asked for the options.");
}

export const reauthSchema = schemaOf<Reauthentication>()(
  z.union([
    z.object({ password: z.string() }),
    z.object({ passkey: passkeyReauth as z.ZodType<object> }),
  ]),
);
