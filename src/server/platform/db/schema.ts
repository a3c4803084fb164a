import type {
  ApplicationTable,
  ApplyVisitorTable,
  ConversionTable,
  FunnelEventTable,
} from "./recruiting-schema.ts";

/**
 * The tables as both engines see them. Times are milliseconds since 1970 (UTC),
 * JSON is stored as text, so that SQLite and PostgreSQL hold the same values.
 */
export interface Database {
  readonly submissions: SubmissionTable;
  readonly newsletter_subscribers: NewsletterSubscriberTable;
  readonly app_secrets: AppSecretTable;
  readonly accounts: AccountTable;
  readonly profiles: ProfileTable;
  readonly sessions: SessionTable;
  readonly one_time_tokens: OneTimeTokenTable;
  readonly throttles: ThrottleTable;
  readonly passkeys: PasskeyTable;
  readonly recovery_codes: RecoveryCodeTable;
  readonly completed_requests: CompletedRequestTable;
  readonly pictures: PictureTable;
  readonly payment_accounts: PaymentAccountTable;
  readonly webhook_events: WebhookEventTable;
  readonly mail_outbox: MailTable;
  readonly deleted_accounts: DeletedAccountTable;
  readonly applications: ApplicationTable;
  readonly apply_visitors: ApplyVisitorTable;
  readonly conversions: ConversionTable;
  readonly funnel_events: FunnelEventTable;
  readonly file_removals: FileRemovalTable;
}

/** Records of the plain public forms (SPEC 3), one row each. */
interface SubmissionTable {
  /** UUIDv7, so that ids sort by time. */
  id: string;
  collection: string;
  /** Eight characters the sender can read out; unique over all collections. */
  reference: string;
  /** JSON of exactly the fields SPEC 3 lists for the collection. */
  data: string;
  /** Sender in lower case, for look-up and limits per sender; "" when the form has none. */
  email: string;
  created_at: number;
  /** With the collection unique: the same send twice is one record. */
  idempotency_key: string | null;
  /** Why the record looks like spam; it is kept and shown all the same. */
  spam_reason: string | null;
  /** Keyed hash of the sender's network address; the address itself is not kept. */
  address_hash: string | null;
  /** When the operator said that it was done; data deletion requests. */
  done_at: number | null;
}

/** Newsletter subscribers; the same address twice is one row. */
interface NewsletterSubscriberTable {
  id: string;
  email: string;
  /** JSON of the six fields of NewsletterRegistration (SPEC 3). */
  data: string;
  created_at: number;
  unsubscribed_at: number | null;
  spam_reason: string | null;
  address_hash: string | null;
}

/** Random keys made once and shared by every node. */
interface AppSecretTable {
  name: string;
  /** 256 bits, base64url. */
  value: string;
}

/** What signs a person in. Everything about the person goes with this row. */
interface AccountTable {
  /** UUIDv7; the `uid` of Users (SPEC 3). */
  uid: string;
  /** Address that signs in, as typed. */
  email: string;
  /** The same in lower case, unique. */
  email_key: string;
  /** argon2id in PHC string format. */
  password_hash: string;
  /** What the person reads out to support: shaped like a reference, unique. */
  support_id: string;
  created_at: number;
  email_verified_at: number | null;
  /** Base32; set but not enabled until the first code was right. */
  totp_secret: string | null;
  totp_enabled_at: number | null;
  /** Time step of the last code taken, so that none works twice. */
  totp_last_step: number | null;
}

/** Users (SPEC 3), one row each. */
interface ProfileTable {
  uid: string;
  first_name: string;
  last_name: string;
  email_address: string;
  phone_number: string;
  address_line1: string;
  city: string;
  state: string;
  zip: string;
  stripe_account_id: string | null;
  /** Counts changes; a change names the version it starts from. */
  version: number;
  updated_at: number;
  /** How the person likes to be reached. */
  contact_method: string;
}

/** Signed-in devices. */
interface SessionTable {
  /** Names the session to its owner; it opens nothing. */
  id: string;
  /** SHA-256 of the cookie's token, base64url. */
  token_hash: string;
  uid: string;
  created_at: number;
  /** When the person last gave a password or passkey. */
  proved_at: number;
  /** Written at most hourly. */
  last_seen_at: number;
  expires_at: number;
  user_agent: string;
  /** The token before the last proof of who is there; good until the new one is first used. */
  former_token_hash: string | null;
  /** When the token of the last proof was first used; null until then. */
  renewed_at: number | null;
}

/** Links by mail and steps of a sign-in: each works once and not for long. */
interface OneTimeTokenTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  kind: string;
  /** Null while nobody is known, as with a passkey sign-in. */
  uid: string | null;
  /** What the token is about: a new e-mail address, a challenge. */
  data: string;
  created_at: number;
  expires_at: number;
}

/** Counts of tries by keyed hash of account or address, shared by every node. */
interface ThrottleTable {
  key: string;
  /** Used up and not come back yet, as of then. */
  count: number;
  /** Since when they have been coming back, one with each step. */
  window_started_at: number;
}

/** Public keys that sign in without a password (WebAuthn). */
interface PasskeyTable {
  /** Credential id, base64url. */
  id: string;
  uid: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: number;
  /** JSON array of WebAuthn transports. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Ways in when the authenticator is lost; each works once. */
interface RecoveryCodeTable {
  /** SHA-256 of the code, keyed with the server's secret, base64url. */
  code_hash: string;
  uid: string;
  used_at: number | null;
}

/** CompletedRequests of a person (SPEC 3). */
interface CompletedRequestTable {
  /** Unique for each person, as in a sub-collection. */
  id: string;
  uid: string;
  request_title: string;
  assigned_to: string;
  assigned_to_uid: string;
  /** 0 or 1. */
  request_completed: number;
  /** Seconds since 1970. */
  date_completed: number | null;
  price_cents: number | null;
  created_at: number;
  /** What the owner reads out to support; derived from the key, so two requests may share one. */
  reference: string;
}

/** Which pictures there are; the bytes lie in `DATA_DIR/files/<path>/<file>`. */
interface PictureTable {
  /** Storage path of SPEC 3. */
  path: string;
  /** Whose account takes the row along; null for a provider's picture. */
  uid: string | null;
  /** A new name for each version: the one in the row is whole, whatever happens to the next. */
  file: string;
  /** SHA-256 of the bytes, base64url: etag and version. */
  hash: string;
  updated_at: number;
}

/** The one account each person has with the card payment provider, for ever. */
interface PaymentAccountTable {
  uid: string;
  /** "stripe" or "sandbox". */
  provider: string;
  account_id: string;
  created_at: number;
  /** JSON array of the provider's codes for what it still needs. */
  needs: string;
  /** When the provider said so; what it said earlier and arrives later does not count. */
  needs_at: number;
}

/** Events that the payment provider sent, so that none counts twice. */
interface WebhookEventTable {
  id: string;
  received_at: number;
}

/** Mails to send. A sent one keeps neither its words nor its address. */
interface MailTable {
  id: string;
  kind: string;
  /** Whose deletion takes the mail along, unless it tells of the deletion itself. */
  uid: string | null;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** JSON object of further headers, as RFC 8058 wants them. */
  headers: string;
  created_at: number;
  attempts: number;
  next_try_at: number;
  /** Until when a node has it in hand. */
  leased_until: number;
  sent_at: number | null;
  /** When we gave up. */
  failed_at: number | null;
}

/** Files that no row names any more, until they are removed. */
interface FileRemovalTable {
  /** Of a file or a folder, below `DATA_DIR/files`. */
  path: string;
  due_at: number;
}

/** What stays of a deleted account: that it was, so that we can prove it. */
interface DeletedAccountTable {
  support_id: string;
  deleted_at: number;
}
