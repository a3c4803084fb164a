import { looksLikeEmail } from "../../../platform/contract/form-engine/rules.ts";
import type { FeatureSettings } from "../../../platform/server/config/config.ts";
import { appForm } from "../contract/forms/app.ts";
import { emailForm } from "../contract/forms/email.ts";
import { publicForms } from "../contract/forms/public-forms.ts";
import { textForm } from "../contract/forms/text.ts";

export const messageSettings: FeatureSettings = {
  collections: [
    ...publicForms.map(({ form }) => form.collection),
    emailForm.collection,
    textForm.collection,
    appForm.collection,
  ],
  read: (settings) => ({
    inboundMailToken: settings.read(
      "INBOUND_MAIL_TOKEN",
      (text) => /^[\x21-\x7e]{32,}$/.test(text),
      "use at least 32 characters without spaces, such as the output of `openssl rand -hex 32`",
    ),
    inboundMailAddress: settings.read(
      "INBOUND_MAIL_ADDRESS",
      (text) => looksLikeEmail(text) && /^[^+@\s]{1,20}@/.test(text),
      "use an email address like reply@example.com",
    ),
    inboundMailAuthServer: settings.read(
      "INBOUND_MAIL_AUTH_SERVER",
      (text) => /^[\w.-]{1,255}$/.test(text),
      "use the name that your mail server writes into Authentication-Results, such as mx.example.com",
    ),
  }),
};

declare module "../../../platform/server/config/config.ts" {
  interface Config {
    /** Bearer token for inbound emails; unset: none are accepted. */
    readonly inboundMailToken: string | undefined;
    /** Address for email replies, to which each case adds its code; unset: `MAIL_FROM`. */
    readonly inboundMailAddress: string | undefined;
    /** Name of the receiving mail server in its `Authentication-Results`; unset: none is trusted. */
    readonly inboundMailAuthServer: string | undefined;
  }
}
