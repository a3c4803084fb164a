import type { Generated } from "kysely";

/** Its tables. Times are milliseconds since 1970. */
export interface CustomerTables {
  readonly accounts: AccountTable;
  readonly profiles: ProfileTable;
  readonly sessions: SessionTable;
  readonly passkeys: PasskeyTable;
  readonly recovery_codes: RecoveryCodeTable;
  readonly completed_requests: CompletedRequestTable;
  readonly pictures: PictureTable;
  readonly deleted_accounts: DeletedAccountTable;
  readonly customer_external_ids: CustomerExternalIdTable;
  readonly caller_checks: CallerCheckTable;
  readonly second_factor_removals: SecondFactorRemovalTable;
  readonly account_merges: AccountMergeTable;
  readonly merged_rows: MergedRowTable;
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
  /** argon2id in PHC string format; until the first log-in with an imported one, that of the old site. */
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
  /** When staff or the operator disabled logging in to it. */
  disabled_at: number | null;
  /** When staff added it, until its owner chooses a password. */
  added_at: number | null;
  /** Name of who locked it, and the reason that its owner reads; null by the operator. */
  locked_by: string | null;
  lock_reason: string | null;
  /** JSON of what the import found in the old account besides; null without. */
  imported: string | null;
}

/** Ids of customers in other programs; of merged accounts, one customer has several. */
interface CustomerExternalIdTable {
  /** "system/external id": unique. */
  id: string;
  /** Name of the program. */
  system: string;
  external_id: string;
  uid: string;
}

/** The newest check of a caller by each staff member. */
interface CallerCheckTable {
  uid: string;
  staff_id: string;
  started_at: number;
  /** JSON array of the questions whose answers matched. */
  matched: string;
  /** JSON array of the covered facts that were shown all the same. */
  shown: string;
  /** Answers that did not match; they count until an hour after the last one, `missed_at`. */
  misses: number;
  missed_at: number | null;
  /** Of the code that was emailed, keyed. */
  code_hash: string | null;
  code_sent_at: number | null;
  passed_at: number | null;
  ended_at: number | null;
}

/** Removals of a second factor that wait for a second staff member, or a day. */
interface SecondFactorRemovalTable {
  uid: string;
  /** ID of the staff member. */
  asked_by: string;
  asked_at: number;
}

/** Accounts that were merged into others, whose addresses and support IDs then lead to these. */
interface AccountMergeTable {
  merged_uid: string;
  /** The account that was kept. */
  uid: string;
  /** The merged account's login email, as typed and by `emailKey`. */
  email: string;
  email_key: string;
  support_id: string;
  confirmed_at: number | null;
  /** Name of who merged them. */
  merged_by: string;
  at: number;
  /** Until when it can be undone; null once that has ended, and nothing is kept for it. */
  undo_until: number | null;
}

/** What undoing a merge needs: rows that moved, and rows that the merged account alone had. */
interface MergedRowTable {
  /** In the order in which they are restored. */
  id: string;
  merged_uid: string;
  table_name: string;
  /** Of a row that moved: its key, besides the account. */
  row_key: string;
  /** The whole row as JSON; null for one that moved. */
  data: string | null;
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
  /** JSON of what the import found in the old document besides; null without. */
  imported: string | null;
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
  /** How its owner logged in (RFC 8176), separated by spaces; null for a password before this was stored. */
  amr: string | null;
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
  /**
   * Code that the owner reads out to support. Derived from the key, so not unique.
   */
  reference: string;
  /** JSON of what the import found in the old document besides; null without. */
  imported: string | null;
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

interface DeletedAccountTable {
  support_id: string;
  deleted_at: number;
}

/** Tables that a job derives from others: backups leave them out. */
export interface DerivedTables {
  readonly customer_index: CustomerIndexTable;
  readonly request_index: RequestIndexTable;
  readonly stale_customers: StaleCustomerTable;
}

/** What the list of customers sorts and filters by: one row for each account. */
export interface CustomerIndexTable {
  /** Sequence number; key of the search index. */
  number: Generated<number>;
  uid: string;
  /** "last first", folded for sorting. */
  name: string;
  /** Two letters, in upper case; "" if unknown. */
  state: string;
  created_at: number;
  /** When they last wrote, or we to them; `created_at` before that. */
  contact_at: number;
  /** Of the newest request, in milliseconds; null without any. */
  request_at: number | null;
  /** 0 or 1, as the next three. */
  is_paid: number;
  is_verified: number;
  is_locked: number;
  /** Whether a message of theirs is open. */
  has_open: number;
  /** Of what the search index holds, so that unchanged words are not indexed again. */
  words_hash: string;
  /** When it was derived last, by which open pages follow it. */
  changed_at: Generated<number>;
}

/** Requests of customers, by which the search finds them. */
interface RequestIndexTable {
  number: Generated<number>;
  uid: string;
  id: string;
  words_hash: string;
}

/** Customers to derive again, once for every change. */
interface StaleCustomerTable {
  id: Generated<number>;
  uid: string;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends CustomerTables, DerivedTables {}
}
