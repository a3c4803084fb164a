import { z } from "zod";
import type { Reauthentication } from "../../../contract/endpoints/settings.ts";
import type { Config } from "../../platform/config/config.ts";
import {
  cookieParameter,
  json,
  type Parameter,
  schemaOf,
} from "../../platform/openapi/operations.ts";
import { challengeCookie } from "./passkey-challenges.ts";

/** What a browser hands to `navigator.credentials`; WebAuthn says the rest. */
export const passkeyOptions = json(
  z.looseObject({ challenge: z.string() }).describe("WebAuthn Level 3, 5.1.8 and 5.1.9"),
);

/** What a passkey answered, as the browser writes it in JSON. */
export const passkeyReauth = z
  .looseObject({ id: z.string(), response: z.looseObject({}) })
  .describe("WebAuthn Level 3, AuthenticationResponseJSON");

/** Names the question that a passkey answers. */
export function passkeyCookie(config: Config): Parameter {
  return cookieParameter(config, challengeCookie, "Set by the call that asked for the options.");
}

/** Shows that it is still the same person. */
export const reauthSchema = schemaOf<Reauthentication>()(
  z.union([
    z.object({ password: z.string() }),
    z.object({ passkey: passkeyReauth as z.ZodType<object> }),
  ]),
);
