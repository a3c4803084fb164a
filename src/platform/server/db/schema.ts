import type { Generated } from "kysely";

/**
 * The tables of the platform; each feature adds its own with `declare module`. Times are
 * milliseconds since 1970 (UTC), and JSON is stored as text, so that SQLite and PostgreSQL store the
 * same values.
 */
export interface Database {
  readonly app_secrets: AppSecretTable;
  readonly clock_state: ClockStateTable;
  readonly last_seen: LastSeenTable;
  readonly one_time_tokens: OneTimeTokenTable;
  readonly throttles: ThrottleTable;
  readonly mail_outbox: MailTable;
  readonly file_removals: FileRemovalTable;
  readonly erasures: ErasureTable;
  readonly events: EventTable;
  readonly search_rebuilds: SearchRebuildTable;
  readonly email_spellings: EmailSpellingTable;
}

/** Random keys created once and shared by every node. */
interface AppSecretTable {
  name: string;
  /** 256 bits, base64url. */
  value: string;
}

/** One row: whether the clocks of the nodes are trusted. */
interface ClockStateTable {
  name: string;
  /** A time that was right, at most some minutes old while a server runs. */
  seen_at: number;
  /** Id of the latest doubt; null while the clock is trusted. */
  doubt: string | null;
  doubted_at: number | null;
}

/** When what comes from outside was last seen, such as the events of a payment provider. */
interface LastSeenTable {
  /** One of `Visitor` of `last-seen.ts`. */
  name: string;
  at: number;
  /** JSON object, by name. */
  details: string;
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
  /** JSON array of `EmailFile`; "[]" once it is sent. */
  attachments: Generated<string>;
}

/** Files without a row, scheduled for removal. */
interface FileRemovalTable {
  /** Path of a file or folder, below `DATA_DIR/files`. */
  path: string;
  due_at: number;
}

/** Deletions whose bytes may still be in the database's files; see `scrub`. */
interface ErasureTable {
  /** UUIDv7. */
  id: string;
  at: number;
}

/**
 * What happened, one row for each change; see `recordEvent`. Those with `audit` are the audit log,
 * which is append-only. The others are personal, and deleted with their subject.
 */
interface EventTable {
  /** UUIDv7, so that ids sort by time. */
  id: string;
  at: number;
  /** A key of `EventKinds`. */
  kind: string;
  /** JSON object, by kind. */
  data: string;
  /** Kind of the record whose history it is in; null for none. */
  subject: string | null;
  subject_id: string | null;
  /** A reference or a part of the desk; may be empty. */
  target: string;
  /** Null for automatic actions, for customers and for strangers. */
  staff_id: string | null;
  /** Name at that time; may be empty outside the audit log. */
  actor: string;
  /** Network address, or "Command line". */
  origin: string;
  /** Its kind in the audit log; null: not in it. */
  audit: string | null;
  /** Id of the event that this one undoes. */
  undoes: string | null;
}

/** Search indexes with records that an older version indexed. */
interface SearchRebuildTable {
  name: string;
  /** Records with lower numbers are not rebuilt yet. */
  below: number;
}

/**
 * Keys under which an address was stored before all its spellings had one; nothing is added since.
 */
interface EmailSpellingTable {
  spelling: string;
  /** The key by `emailKey`. */
  email: string;
  /** 1: until then, two people were stored, one with each key. */
  was_separate: number;
}
