import type { FeatureSettings } from "../../../platform/server/config/config.ts";

export const paymentSettings: FeatureSettings = {
  read: (settings) => ({
    stripeSecretKey: settings.read(
      "STRIPE_SECRET_KEY",
      (text) => !/^(?:pk|whsec)_/.test(text),
      "use the secret key",
    ),
    stripeWebhookSecret: settings.read(
      "STRIPE_WEBHOOK_SECRET",
      (text) => !/^[psr]k_/.test(text),
      "use the secret of the webhook",
    ),
  }),
};

declare module "../../../platform/server/config/config.ts" {
  interface Config {
    /** Key of the card payment provider; unset: payments run in the sandbox. */
    readonly stripeSecretKey: string | undefined;
    /** Of each endpoint at the provider, separated by commas. */
    readonly stripeWebhookSecret: string | undefined;
  }
  interface TestSettings {
    /** Base URL of the payment provider's API. */
    readonly stripeApiUrl?: string;
  }
}
