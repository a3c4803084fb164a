import { defineEndpoint } from "../../../platform/contract/endpoints/define-endpoint.ts";

export interface StripeAccountResponse {
  /** Onboarding page of the card payment provider. */
  readonly url: string;
  readonly accountId: string;
}

/** Response of `paymentEndpoints.confirmAccount`: the payment profile after the change. */
export interface PaymentResponse {
  readonly stripeAccountId: string;
  /** The profile's version: confirming increments it. */
  readonly version: number;
  readonly paymentNeeds: readonly string[];
}

export const pendingAccountKey = "pendingStripeAccountId";

export const paymentEndpoints = {
  createAccount: defineEndpoint<{ readonly uid: string }, StripeAccountResponse>(
    "session POST /api/createStripeAccount",
  ),
  /** Confirms the account that `createAccount` returned. */
  confirmAccount: defineEndpoint<{ readonly accountId: string }, PaymentResponse>(
    "session POST /api/portal/payment/confirm",
  ),
} as const;

/** Where the card payment provider sends signed events. */
export const stripeWebhook = defineEndpoint<object, { readonly received: true }>(
  "anybody POST /api/payments/stripe/webhook",
);

/** Page path that redirects to a new link to the onboarding page. */
export const paymentLinkPath = "/portal/payment-link";
