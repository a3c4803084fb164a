import type { Generated } from "kysely";

/** Its tables. Times are milliseconds since 1970. */
export interface NewsletterTables {
  readonly newsletter_subscribers: NewsletterSignupTable;
  readonly newsletter_addresses: NewsletterAddressTable;
  readonly newsletter_suppressions: NewsletterSuppressionTable;
  readonly newsletter_days: NewsletterDayTable;
  readonly newsletter_confirmations: NewsletterConfirmationTable;
  readonly newsletter_sync: NewsletterSyncTable;
  readonly newsletter_sync_state: NewsletterSyncStateTable;
}

/** Newsletter signups, one row each: evidence of consent. An address may have several. */
interface NewsletterSignupTable {
  id: string;
  email: string;
  /** JSON of the six fields of NewsletterRegistration. */
  data: string;
  created_at: number;
  /** When the address unsubscribed after this signup. It is subscribed if any signup has null. */
  unsubscribed_at: number | null;
  spam_reason: string | null;
  address_hash: string | null;
  /** Path of the page with the form; "" if unknown. */
  page: Generated<string>;
  /** Version of the form's wording; "" for signups without the form, and for old ones. */
  wording: Generated<string>;
  /** Where and how the person agreed, in the words of staff; "" if the person signed up. */
  note: Generated<string>;
  /** Name of the staff member who added the address, or of the mail tool; "" for the person. */
  added_by: Generated<string>;
  /** Deadline for confirming it by the emailed link; null: no confirmation needed. */
  pending_until: number | null;
  /** When the person pressed the emailed link. */
  confirmed_at: number | null;
  /** When the job counted it in `newsletter_addresses`. */
  listed_at: number | null;
  /** JSON of what the import found in the old document besides; null without. */
  imported: string | null;
}

/** What staff see: one row per address with a signup, derived from the signups. */
interface NewsletterAddressTable {
  id: string;
  /** In lower case. */
  email: string;
  /** One of `subscriberStates`. */
  state: string;
  /** One of `subscriberSources`: where the address came from. */
  source: string;
  /** Path of the page with the form; "" for other sources. */
  page: string;
  /** Reason for the state: a note of consent, how the person unsubscribed, or a note by staff. */
  how: string;
  /** Since when the address is in that state. */
  changed_at: number;
  /** State last known in the mail tool; "" if the address is not there. */
  sync_state: string;
  /** The mail tool's version of that state. */
  sync_version: string;
}

/** Addresses that no import may add again, as keyed hashes, kept after the address is deleted. */
interface NewsletterSuppressionTable {
  /** HMAC of the address in lower case, keyed with the server's secret, base64url. */
  address_hash: string;
  reason: string;
  created_at: number;
}

/** Numbers of new and lost subscribers, by day. */
interface NewsletterDayTable {
  /** YYYY-MM-DD in the company's time zone. */
  day: string;
  joined: number;
  gone: number;
}

/** Emailed links that confirm a signup. */
interface NewsletterConfirmationTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  email: string;
  /** The email with the link, in the outbox. */
  mail_id: string;
  created_at: number;
  expires_at: number;
}

/** Queue of addresses to sync to the mail tool: at most one row each. */
interface NewsletterSyncTable {
  id: string;
  email: string;
  /** Number of changes; the row is removed only if it did not change during the sync. */
  version: number;
  created_at: number;
  attempts: number;
  next_try_at: number;
  /** End of the syncing node's lease. */
  leased_until: number;
}

/** Sync state of one list of a mail tool. No row: there is no mail tool. */
interface NewsletterSyncStateTable {
  /** Address and list of the mail tool. */
  target: string;
  /** ID up to which existing addresses are queued; "~" when all are. */
  queued_to: string;
  /** Cursor of the mail tool's changes: time by its clock. */
  read_to: string;
  succeeded_at: number | null;
  failed_at: number | null;
  /** Reason of the last failure; "" without one. */
  failure: string;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends NewsletterTables {}
}
