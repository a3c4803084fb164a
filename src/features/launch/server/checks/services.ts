import { days } from "../../../../platform/contract/durations.ts";
import { readSeen } from "../../../../platform/server/last-seen.ts";
import { ask, whyNot } from "../ask.ts";
import { type Check, ok, showDay, todo, wrong } from "../check.ts";

const area = "Payments and texts";
const stripeUrl = "https://api.stripe.com";
const twilioUrl = "https://messaging.twilio.com";
/** An event that is older proves nothing any more. */
const freshMs = days(30);

const keys: Check = {
  id: "payment-keys",
  area,
  title: "Payment keys",
  async find({ config }) {
    const { stripeSecretKey: key, stripeApiUrl } = config;
    if (key === undefined) {
      return wrong(
        "Payment profiles run in test mode, on the site itself.",
        "Set STRIPE_SECRET_KEY.",
      );
    }
    if (!/^[sr]k_live_/.test(key)) {
      return wrong(
        "The key is no live key.",
        "Set STRIPE_SECRET_KEY to one that begins with sk_live_.",
      );
    }
    try {
      const url = `${stripeApiUrl ?? stripeUrl}/v1/balance`;
      const { status } = await ask({ url, headers: { authorization: `Bearer ${key}` } }, config);
      // A restricted key may not read the balance, but is known.
      if (status === 200 || status === 403) return ok("Stripe accepts the live key.");
      if (status === 401)
        return wrong("Stripe does not know the key.", "Set STRIPE_SECRET_KEY again.");
      return todo(`Stripe answers ${status}.`, "Try again later.");
    } catch (error) {
      return todo(`Stripe could not be asked, because ${whyNot(error)}.`, "Try again later.");
    }
  },
};

const webhook: Check = {
  id: "payment-webhook",
  area,
  title: "Events of payments",
  async find({ config, database, now }) {
    if (config.stripeWebhookSecret === undefined) {
      return wrong(
        "Events are not accepted: the portal does not show what Stripe asks for later.",
        "Add the webhook /api/payments/stripe/webhook at Stripe, and set STRIPE_WEBHOOK_SECRET.",
      );
    }
    const seen = await readSeen(database.db, "payment-events");
    if (seen && now() - seen.at < freshMs) {
      return ok(`A signed event arrived on ${showDay(seen.at)}.`);
    }
    return todo(
      seen ? `The last event arrived on ${showDay(seen.at)}.` : "No signed event has arrived yet.",
      "Send a test event from Stripe's page of the webhook.",
    );
  },
};

const texts: Check = {
  id: "texts",
  area,
  title: "Texts",
  async find({ config }) {
    const { twilio } = config;
    if (!twilio) {
      return todo(
        "Texts are off.",
        "Set the three settings of Twilio (docs/deploy.md), or leave it.",
      );
    }
    const { accountSid, authToken, from } = twilio;
    if (!from.startsWith("MG")) {
      return todo(
        "Whether the number is registered cannot be asked.",
        "Register the brand and a campaign (A2P 10DLC) at Twilio, and set TWILIO_FROM to the messaging service of the campaign (MG…).",
      );
    }
    const next = "Register the brand and a campaign (A2P 10DLC) at Twilio: carriers block others.";
    try {
      const url = `${config.twilioApiUrl ?? twilioUrl}/v1/Services/${from}/Compliance/Usa2p`;
      const credentials = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
      const headers = { authorization: `Basic ${credentials}` };
      const { status, text } = await ask({ url, headers }, config);
      if (status === 401)
        return wrong("Twilio rejects the settings.", "Set TWILIO_AUTH_TOKEN again.");
      if (status !== 200) return todo(`Twilio answers ${status}.`, "Try again later.");
      const states = [...text.matchAll(/"campaign_status":\s*"(\w+)"/g)].map(([, state]) => state);
      if (states.includes("VERIFIED")) return ok("The campaign is registered.");
      return wrong(`The campaign is ${states[0]?.toLowerCase() ?? "missing"}.`, next);
    } catch (error) {
      return todo(`Twilio could not be asked, because ${whyNot(error)}.`, "Try again later.");
    }
  },
};

export const serviceChecks: readonly Check[] = [keys, webhook, texts];
