/** Its tables. Times are milliseconds since 1970. */
export interface PaymentTables {
  readonly payment_accounts: PaymentAccountTable;
  readonly webhook_events: WebhookEventTable;
}

/** Each person's only account with the card payment provider. */
interface PaymentAccountTable {
  uid: string;
  /** "stripe" or "sandbox". */
  provider: string;
  account_id: string;
  created_at: number;
  /** JSON array of the provider's codes for missing information. */
  needs: string;
  /** Time of `needs`; an older event that arrives later is ignored. */
  needs_at: number;
}

/** Received events of the payment provider, so that none counts twice. */
interface WebhookEventTable {
  id: string;
  received_at: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends PaymentTables {}
}
