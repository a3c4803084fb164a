import type { Generated } from "kysely";

/** Newsletter signups, one row each: evidence of consent. An address may have several. */
export interface NewsletterSubscriberTable {
  id: string;
  email: string;
  /** JSON of the six fields of NewsletterRegistration (SPEC 3). */
  data: string;
  created_at: number;
  /** When the address unsubscribed after this signup. It gets the newsletter while one is null. */
  unsubscribed_at: number | null;
  spam_reason: string | null;
  address_hash: string | null;
  /** Path of the page with the form; "" if it is not known. */
  page: Generated<string>;
  /** Version of the form's words; "" for signups without the form, and for old ones. */
  wording: Generated<string>;
  /** Where and how the person agreed, in the words of staff; "" if the person signed up. */
  note: Generated<string>;
  /** Name of the colleague who added the address, or of the mail tool; "" for the person. */
  added_by: Generated<string>;
  /** Until when the person may confirm it by the emailed link; null: it needs no confirmation. */
  pending_until: number | null;
  /** When the person pressed the emailed link. */
  confirmed_at: number | null;
  /** When the job counted it in `newsletter_addresses`. */
  listed_at: number | null;
}

/** What staff list: one row for each address with a signup. It follows from the signups. */
export interface NewsletterAddressTable {
  id: string;
  /** In lower case. */
  email: string;
  /** One of `readerStates`. */
  state: string;
  /** One of `readerSources`: where the address came from. */
  source: string;
  /** Path of the page with the form; "" for other sources. */
  page: string;
  /** How the state came about: a note of consent, a way of leaving, a reason of staff. */
  how: string;
  /** Since when the address is in that state. */
  changed_at: number;
  /** What the mail tool was last known to have: a state, or "" for nothing. */
  sync_state: string;
  /** The mail tool's mark of that version. */
  sync_version: string;
}

/** Addresses that no import may bring back, as keyed hashes: they outlive the address. */
export interface NewsletterSuppressionTable {
  /** HMAC of the address in lower case, keyed with the server's secret, base64url. */
  address_hash: string;
  reason: string;
  created_at: number;
}

/** How many became readers and stopped being readers, by day. */
export interface NewsletterDayTable {
  /** YYYY-MM-DD in the company's time zone. */
  day: string;
  joined: number;
  gone: number;
}

/** Emailed links that confirm a signup. */
export interface NewsletterConfirmationTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  email: string;
  /** The email with the link, in the outbox. */
  mail_id: string;
  created_at: number;
  expires_at: number;
}

/** Addresses that the mail tool has to be told of: at most one row each. */
export interface NewsletterSyncTable {
  id: string;
  email: string;
  /** Number of changes; only what was told completely is removed. */
  version: number;
  created_at: number;
  attempts: number;
  next_try_at: number;
  /** Until when a node is telling it. */
  leased_until: number;
}

/** How far one list of a mail tool is in step. No row: there is no mail tool. */
export interface NewsletterSyncStateTable {
  /** Address and list of the mail tool. */
  target: string;
  /** Id up to which the addresses of before are queued; "~" when all are. */
  queued_to: string;
  /** The mail tool's time up to which its changes were read. */
  read_to: string;
  succeeded_at: number | null;
  failed_at: number | null;
  /** Why it failed last; "" if it did not. */
  failure: string;
}
