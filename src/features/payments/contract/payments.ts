import { z } from "zod";
import { defineEndpoint, type Returned } from "../../../platform/contract/define-endpoint.ts";
import { sentText } from "../../../platform/contract/schemas.ts";

const text = z.string();
/** The onboarding page of the card payment provider. */
const account = z.object({ url: text, accountId: text });
/** The payment profile after the change, which increments the profile's version. */
const payment = z.object({ stripeAccountId: text, version: z.int(), paymentNeeds: z.array(text) });

export type StripeAccountResponse = Returned<typeof account>;
export type PaymentResponse = Returned<typeof payment>;

export const pendingAccountKey = "pendingStripeAccountId";

/** Setting up the payment profile. */
export const paymentEndpoints = {
  createAccount: defineEndpoint("session POST /api/createStripeAccount", {
    summary: "Create your account at the card payment provider and a link to set it up",
    body: z.strictObject({ uid: sentText.describe("Your own.") }),
    response: account,
    errors: ["malformed", "not-found", "payment-complete", "too-many", "payment-failed"],
  }),
  /** Confirms the account that `createAccount` returned. */
  confirmAccount: defineEndpoint("session POST /api/portal/payment/confirm", {
    summary: "Save that account in your profile",
    body: z.strictObject({ accountId: sentText }),
    response: payment,
    errors: ["malformed", "not-found"],
  }),
} as const;

const event = { type: "object", properties: { id: { type: "string" }, type: { type: "string" } } };

/** Where the card payment provider sends signed events. */
export const stripeWebhook = defineEndpoint("anybody POST /api/payments/stripe/webhook", {
  summary: "Receive Stripe's events; only with a webhook secret configured",
  // The signature covers the bytes as they were sent.
  body: z.custom<object>().meta({ ...event, required: ["id", "type"] }),
  response: z.object({ received: z.literal(true) }),
  errors: ["malformed", "too-large", "not-found"],
  headers: { "stripe-signature": "Stripe's signature." },
});

export const paymentLinkPath = "/portal/payment-link";
