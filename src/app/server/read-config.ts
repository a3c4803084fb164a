import { customerSettings } from "../../features/customers/server/settings.ts";
import { messageSettings } from "../../features/messages/server/settings.ts";
import { newsletterSettings } from "../../features/newsletter/server/settings.ts";
import { paymentSettings } from "../../features/payments/server/settings.ts";
import { recruitingSettings } from "../../features/recruiting/server/attribution/conversion-settings.ts";
import { textSettings } from "../../features/texts/server/settings.ts";
import { type Config, readConfig, type TestSettings } from "../../platform/server/config/config.ts";
import type { Environment } from "../../platform/server/config/setting-reader.ts";

/** The features that have settings. */
export const featureSettings = [
  messageSettings,
  newsletterSettings,
  recruitingSettings,
  paymentSettings,
  customerSettings,
  textSettings,
];

/**
 * All settings of the server, from the environment.
 * @throws ConfigError that lists every error
 */
export function readFullConfig(env: Environment, testSettings?: TestSettings): Config {
  return readConfig(env, testSettings, featureSettings);
}
