import type { Config, FeatureSettings } from "../../../platform/server/config/config.ts";
import type { SettingReader } from "../../../platform/server/config/setting-reader.ts";

/** The account that sends texts. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number as in "+13035550142", or the ID of a messaging service. */
  readonly from: string;
}

export const textSettings: FeatureSettings = {
  read: (settings) => ({ twilio: readTwilio(settings) }),
};

function readTwilio(settings: SettingReader): TwilioSettings | undefined {
  const values = {
    TWILIO_ACCOUNT_SID: settings.read(
      "TWILIO_ACCOUNT_SID",
      (text) => /^AC[0-9a-f]{32}$/.test(text),
      "use the Account SID, which begins with AC",
    ),
    TWILIO_AUTH_TOKEN: settings.read(
      "TWILIO_AUTH_TOKEN",
      (text) => /^[0-9a-f]{32}$/.test(text),
      "use the Auth Token of the account: 32 digits and letters from a to f",
    ),
    TWILIO_FROM: settings.read(
      "TWILIO_FROM",
      (text) => /^(?:\+1[2-9]\d{9}|MG[0-9a-f]{32})$/.test(text),
      "use a number like +13035550142, or the ID of a messaging service, which begins with MG",
    ),
  };
  const entries = Object.entries(values);
  if (entries.every(([, text]) => text === undefined)) return undefined;
  for (const [name, text] of entries) {
    if (text === undefined) settings.fail(name, "is missing: texts need all three of them");
  }
  const {
    TWILIO_ACCOUNT_SID: accountSid = "",
    TWILIO_AUTH_TOKEN: authToken = "",
    TWILIO_FROM: from = "",
  } = values;
  return { accountSid, authToken, from };
}

/** What decides whether and when a text is sent. */
export interface TextContext {
  readonly config: Pick<Config, "twilio" | "publicUrl">;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * How texts are sent: by Twilio; for development into files; not at all on a site in use without
 * Twilio's settings.
 */
export function textMode({ twilio, publicUrl }: TextContext["config"]) {
  if (twilio) return "twilio";
  return publicUrl?.startsWith("https:") ? "off" : "sandbox";
}

declare module "../../../platform/server/config/config.ts" {
  interface Config {
    /** Unset: texts are written to files, or on a site in use not offered. */
    readonly twilio: TwilioSettings | undefined;
  }
  interface TestSettings {
    /** Base URL of Twilio's API. */
    readonly twilioApiUrl?: string;
  }
}
