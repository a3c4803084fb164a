import type { Generated } from "kysely";
import type { ConversationTables } from "./tables/conversation-tables.ts";
import type { DeskTables } from "./tables/desk-tables.ts";
import type { IntegrationTables } from "./tables/integration-tables.ts";
import type {
  NewsletterAddressTable,
  NewsletterConfirmationTable,
  NewsletterDayTable,
  NewsletterSignupTable,
  NewsletterSuppressionTable,
  NewsletterSyncStateTable,
  NewsletterSyncTable,
} from "./tables/newsletter-tables.ts";
import type { PeopleTables } from "./tables/people-tables.ts";
import type { PrivacyTables } from "./tables/privacy-tables.ts";
import type { RecruitingTables } from "./tables/recruiting-tables.ts";

/**
 * The tables of both engines. Times are milliseconds since 1970 (UTC), and JSON is stored as text,
 * so that SQLite and PostgreSQL store the same values.
 */
export interface Database
  extends ConversationTables,
    DeskTables,
    PeopleTables,
    PrivacyTables,
    RecruitingTables,
    IntegrationTables {
  readonly submissions: SubmissionTable;
  readonly newsletter_subscribers: NewsletterSignupTable;
  readonly newsletter_addresses: NewsletterAddressTable;
  readonly newsletter_suppressions: NewsletterSuppressionTable;
  readonly newsletter_days: NewsletterDayTable;
  readonly newsletter_confirmations: NewsletterConfirmationTable;
  readonly newsletter_sync: NewsletterSyncTable;
  readonly newsletter_sync_state: NewsletterSyncStateTable;
  readonly app_secrets: AppSecretTable;
  readonly clock_state: ClockStateTable;
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
  readonly file_removals: FileRemovalTable;
}

/** Records of the plain public forms, one row each. */
/** One row: whether the clocks of the nodes are trusted. */
interface ClockStateTable {
  name: string;
  /** A time that was right, at most some minutes old while a server runs. */
  seen_at: number;
  /** Id of the latest doubt; null while the clock is trusted. */
  doubt: string | null;
  doubted_at: number | null;
}

interface SubmissionTable {
  /** UUIDv7, so that IDs sort by time. */
  id: string;
  collection: string;
  /** Eight characters that the sender can read out; unique across all collections. */
  reference: string;
  /** JSON of exactly the collection's specified fields. */
  data: string;
  /** Sender in lower case, for lookups and limits per sender; "" if the form has no email. */
  email: string;
  created_at: number;
  /** Unique with the collection, so that a repeated post is one record. */
  idempotency_key: string | null;
  /** Why the record looks like spam; it is stored and shown regardless. */
  spam_reason: string | null;
  /** Keyed hash of the sender's network address; the address itself is not stored. */
  address_hash: string | null;
  /** When the operator marked it as done; only for data deletion requests. */
  done_at: number | null;
}

/** Random keys created once and shared by every node. */
interface AppSecretTable {
  name: string;
  /** 256 bits, base64url. */
  value: string;
}

/** Login data. All other data of the person is deleted with this row. */
interface AccountTable {
  /** UUIDv7; the `uid` of Users. */
  uid: string;
  /** Login email, as typed. */
  email: string;
  /** The same by `emailKey`, unique; an older form of it if another account has that key. */
  email_key: string;
  /** The key by `emailKey`, if another account with the same address has it; otherwise null. */
  shared_email_key: string | null;
  /** argon2id in PHC string format. */
  password_hash: string;
  /** Code that the person reads out to support: formatted like a reference, unique. */
  support_id: string;
  created_at: number;
  email_verified_at: number | null;
  /** Base32; stored but not enabled until the first valid code. */
  totp_secret: string | null;
  totp_enabled_at: number | null;
  /** Time step of the last accepted code, so that none works twice. */
  totp_last_step: number | null;
  /** When the operator disabled logging in to it. */
  disabled_at: number | null;
}

/** Users, one row each. */
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
  /** Number of changes, for optimistic locking. */
  version: number;
  updated_at: number;
  contact_method: string;
  /** The number by `phoneKey`; null until this version stored it. */
  phone_key: string | null;
}

interface SessionTable {
  /** Public ID of the session; grants no access. */
  id: string;
  /** SHA-256 of the cookie's token, base64url. */
  token_hash: string;
  uid: string;
  created_at: number;
  /** When the person last authenticated by password or passkey. */
  proved_at: number;
  /** Written at most once an hour. */
  last_seen_at: number;
  expires_at: number;
  user_agent: string;
  /** The token before the last reauthentication; valid until the new one is first used. */
  former_token_hash: string | null;
  /** When the token of the last reauthentication was first used; null until then. */
  renewed_at: number | null;
}

/** Tokens of emailed links and login steps: each works once, for a limited time. */
interface OneTimeTokenTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  kind: string;
  /** Null if unknown, as for a login by passkey. */
  uid: string | null;
  /** Data of the token: a new email address, a challenge. */
  data: string;
  created_at: number;
  expires_at: number;
}

/** Counts of attempts by keyed hash of account or address, shared by every node. */
interface ThrottleTable {
  key: string;
  /** Attempts used and not yet refilled as of `window_started_at`. */
  count: number;
  /** Since when attempts are refilled, one per step. */
  window_started_at: number;
}

/** Public keys that sign in without a password (WebAuthn). */
interface PasskeyTable {
  /** Credential ID, base64url. */
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

/** Codes for logging in without the authenticator; each works once. */
interface RecoveryCodeTable {
  /** SHA-256 of the code, keyed with the server's secret, base64url. */
  code_hash: string;
  uid: string;
  used_at: number | null;
}

interface CompletedRequestTable {
  /** Unique for each person, as in a subcollection. */
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
  /** Code that the owner reads out to support. Derived from the key, so not unique. */
  reference: string;
}

/** Pictures; the bytes are in `DATA_DIR/files/<path>/<file>`. */
interface PictureTable {
  path: string;
  /** The account that the row is deleted with; null for a provider's picture. */
  uid: string | null;
  /** Each version has a new name, so the row's file is complete even if the next write fails. */
  file: string;
  /** SHA-256 of the bytes, base64url: ETag and version. */
  hash: string;
  updated_at: number;
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

/** Outbox of emails. Text and address are cleared after sending. */
interface MailTable {
  id: string;
  kind: string;
  /** The account that the email is deleted with, unless it reports the deletion itself. */
  uid: string | null;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** JSON object of additional headers, such as those of RFC 8058. */
  headers: string;
  created_at: number;
  attempts: number;
  next_try_at: number;
  /** End of the sending node's lease. */
  leased_until: number;
  sent_at: number | null;
  /** When it was abandoned after its last retry. */
  failed_at: number | null;
  /** Code of the last failure: from the mail server (RFC 3463, RFC 5321) or the connection. */
  failure: string | null;
  /** 1: the row is deleted when the email is sent. */
  forget: Generated<number>;
}

/** Files without a row, scheduled for removal. */
interface FileRemovalTable {
  /** Path of a file or folder, below `DATA_DIR/files`. */
  path: string;
  due_at: number;
}

interface DeletedAccountTable {
  support_id: string;
  deleted_at: number;
}
