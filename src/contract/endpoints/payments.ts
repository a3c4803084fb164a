import { defineEndpoint } from "./define-endpoint.ts";

/** Answer of `paymentEndpoints.createAccount` (SPEC 7). */
export interface StripeAccountResponse {
  /** Onboarding page of the card payment provider. */
  readonly url: string;
  readonly accountId: string;
}

/** Answer of `paymentEndpoints.confirmAccount`: how the payment profile stands now. */
export interface PaymentResponse {
  readonly stripeAccountId: string;
  /** The profile's version: confirming is a change of it. */
  readonly version: number;
  readonly paymentNeeds: readonly string[];
}

/** Session storage name of the account id until it is saved (SPEC 4). */
export const pendingAccountKey = "pendingStripeAccountId";

/** Setting up the payment profile. */
export const paymentEndpoints = {
  /** The cloud function of SPEC 7. */
  createAccount: defineEndpoint<{ readonly uid: string }, StripeAccountResponse>(
    "session POST /api/createStripeAccount",
  ),
  /** Confirms the account made by the endpoint above. */
  confirmAccount: defineEndpoint<{ readonly accountId: string }, PaymentResponse>(
    "session POST /api/portal/payment/confirm",
  ),
} as const;

/** Where the card payment provider reports what changed; it signs what it sends. */
export const stripeWebhook = defineEndpoint<object, { readonly received: true }>(
  "anybody POST /api/payments/stripe/webhook",
);

/** Page address that makes a new link to the onboarding page and leads there. */
export const paymentLinkPath = "/portal/payment-link";
