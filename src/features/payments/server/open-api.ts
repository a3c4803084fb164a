import { z } from "zod";
import {
  describeEndpoint,
  joinPaths,
  json,
  type Paths,
  schemaOf,
  sentJson,
  textParameter,
} from "../../../platform/server/openapi/operations.ts";
import {
  type PaymentResponse,
  paymentEndpoints,
  type StripeAccountResponse,
  stripeWebhook,
} from "../contract/payments.ts";

const text = z.string();
const account = schemaOf<StripeAccountResponse>()(z.object({ url: text, accountId: text }));
const payment = schemaOf<PaymentResponse>()(
  z.object({ stripeAccountId: text, version: z.int(), paymentNeeds: z.array(text) }),
);

export function paymentPaths(): Paths {
  return joinPaths(
    describeEndpoint(paymentEndpoints.createAccount, {
      summary: "Create your account at the card payment provider and a link to set it up",
      body: sentJson(z.strictObject({ uid: text.describe("Your own.") })),
      response: json(account),
      errors: ["malformed", "not-found", "payment-complete", "too-many", "payment-failed"],
    }),
    describeEndpoint(paymentEndpoints.confirmAccount, {
      summary: "Save that account in your profile",
      body: sentJson(z.strictObject({ accountId: text })),
      response: json(payment),
      errors: ["malformed", "not-found"],
    }),
    describeEndpoint(stripeWebhook, {
      summary: "Receive Stripe's events; only with a webhook secret configured",
      body: sentJson(z.looseObject({ id: text, type: text })),
      response: json(z.object({ received: z.literal(true) })),
      errors: ["malformed", "too-large", "not-found"],
      parameters: [textParameter("stripe-signature", "header", "Stripe's signature.", true)],
    }),
  );
}
