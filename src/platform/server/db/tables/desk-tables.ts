import type { Generated } from "kysely";

export interface DeskTables {
  readonly staff: StaffTable;
  readonly staff_sessions: StaffSessionTable;
  readonly staff_passkeys: StaffPasskeyTable;
  readonly staff_recovery_codes: StaffRecoveryCodeTable;
  readonly staff_tokens: StaffTokenTable;
  readonly audit_log: AuditLogTable;
  readonly cases: CaseTable;
  readonly case_tags: CaseTagTable;
  readonly case_changes: CaseChangeTable;
  readonly answer_times: AnswerTimeTable;
  readonly office_holidays: OfficeHolidayTable;
  readonly retention_rules: RetentionRuleTable;
  readonly retention_runs: RetentionRunTable;
  readonly saved_views: SavedViewTable;
  readonly case_presence: CasePresenceTable;
  readonly search_rebuilds: SearchRebuildTable;
  readonly stale_case_words: StaleCaseWordsTable;
}

/** Staff members. They are separate from customers: they have no account or profile. */
interface StaffTable {
  id: string;
  /** Log-in email, as typed. */
  email: string;
  /** The same by `emailKey`, unique; an older form of it if another row has that key. */
  email_key: string;
  /** The key by `emailKey`, if another row with the same address has it; otherwise null. */
  shared_email_key: string | null;
  name: string;
  /** JSON array of roles, in the order of `staffRoles`. */
  roles: string;
  /** argon2id in PHC string format; null until the invitation is accepted. */
  password_hash: string | null;
  /** Base32; null without an authenticator. */
  totp_secret: string | null;
  totp_enabled_at: number | null;
  /** Time step of the last accepted code, so that none works twice. */
  totp_last_step: number | null;
  created_at: number;
  /** Name of the staff member who invited them, or "Command line". */
  invited_by: string;
  joined_at: number | null;
  disabled_at: number | null;
  /** Written at most once a minute. */
  last_seen_at: number | null;
}

/** Staff sessions: signed-in devices, and those between the two steps of a login. */
interface StaffSessionTable {
  /** Public ID of the session; grants no access. */
  id: string;
  /** SHA-256 of the cookie's token, base64url. */
  token_hash: string;
  staff_id: string;
  created_at: number;
  /** Last use, written at most once a minute. */
  last_seen_at: number;
  expires_at: number;
  /** When the second factor was last entered; null: only the password so far. */
  confirmed_at: number | null;
  user_agent: string;
}

/** Public keys of staff that sign in without a password (WebAuthn). */
interface StaffPasskeyTable {
  /** Credential ID, base64url. */
  id: string;
  staff_id: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: number;
  /** JSON array of WebAuthn transports. */
  transports: string;
  name: string;
  created_at: number;
  last_used_at: number | null;
}

/** Codes for signing in without the authenticator; each works once. */
interface StaffRecoveryCodeTable {
  /** SHA-256 of the code, keyed with the server's secret, base64url. */
  code_hash: string;
  staff_id: string;
  used_at: number | null;
}

/** Links for joining and for new passwords, challenges for passkeys, and new authenticators. */
interface StaffTokenTable {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  kind: string;
  /** Null if unknown, as for a login by passkey. */
  staff_id: string | null;
  /** Data of the token: a challenge, or the secret of an authenticator that is being set up. */
  data: string;
  created_at: number;
  expires_at: number;
}

/** Who did what at the desk. Append-only: the database rejects changes. */
interface AuditLogTable {
  /** UUIDv7, so that IDs sort by time. */
  id: string;
  at: number;
  /** One of `auditKinds`. */
  kind: string;
  /** Null for automatic actions and for strangers. */
  staff_id: string | null;
  /** Name at that time. */
  actor: string;
  /** As a sentence; never the contents of a message. */
  what: string;
  /** A case's reference or a part of the desk. */
  target: string;
  /** Network address, or "Command line". */
  origin: string;
}

/** The desk's records: one case per submission of an inbox form. */
export interface CaseTable {
  id: string;
  /** Sequence number in order of arrival; key of the search index. */
  number: number;
  reference: string;
  form: string;
  /** "" if the form does not ask. */
  platform: string;
  /** Sender's name; "" if the form does not ask. */
  name: string;
  /** In lower case; "" if the form does not ask. */
  email: string;
  /** First words of the newest message. */
  snippet: string;
  /** One of `caseStatuses`. */
  status: string;
  /** "open", "closed" or "spam": follows from status and spam mark, and leads most indexes. */
  scope: string;
  assignee_id: string | null;
  created_at: number;
  /** When the person's newest message came in. */
  active_at: number;
  /** Since when the person has been waiting for us; `farFuture` if they are not. */
  waiting_since: number;
  /** When an answer is due; `farFuture` if none is. */
  due_at: number;
  /** Start of the current clock, kept while none is waiting; null in rows of older releases. */
  clock_from: number | null;
  /** Due time of the current clock, kept likewise. */
  clock_due: number | null;
  /** When it was last closed; null: it is open or spam. */
  closed_at: number | null;
  /** First reply, or first status that means another contact (`contactStatuses`). Null: not yet. */
  answered_at: number | null;
  /** Working minutes from `created_at` to `answered_at`. */
  answer_minutes: number | null;
  /** 1 if answered before it was due, else 0. */
  answer_in_time: number | null;
  /** Number of changes, for optimistic locking. */
  version: number;
  changed_at: number;
}

/** Tags of cases. The other columns are copied from the case, for lists by tag. */
interface CaseTagTable {
  case_id: string;
  tag: string;
  scope: string;
  active_at: number;
  number: number;
}

interface CaseChangeTable {
  id: string;
  case_id: string;
  at: number;
  /** Null: the person, or an automatic change. */
  staff_id: string | null;
  /** As a sentence: "Status: New to Done". */
  what: string;
}

interface SavedViewTable {
  id: string;
  staff_id: string;
  name: string;
  query: string;
  /** 0 or 1. */
  is_shared: number;
  created_at: number;
}

/** Search indexes with records that an older version indexed. */
interface SearchRebuildTable {
  name: string;
  /** Records with lower numbers are not rebuilt yet. */
  below: number;
}

/** Cases whose entries changed since they were indexed. */
interface StaleCaseWordsTable {
  case_id: string;
}

/** Which staff member has which case open. */
interface CasePresenceTable {
  staff_id: string;
  reference: string;
  seen_at: number;
  /** 1 while they write a reply or a note. */
  is_writing: Generated<number>;
}

/** Time limits for answers, by form; a form without a row has the default. */
interface AnswerTimeTable {
  form: string;
  /** Working hours. */
  hours: number;
}

/** Days off that differ from the federal holidays. */
interface OfficeHolidayTable {
  /** A day, YYYY-MM-DD, or the key of a federal holiday. */
  day: string;
  /** "" for a federal holiday. */
  name: string;
  /** 1: the office is closed; 0: a federal holiday on which it is open. */
  is_closed: number;
}

/** How long closed records of a kind are kept; a kind without a row is kept forever. */
interface RetentionRuleTable {
  /** One of `retentionKinds`. */
  kind: string;
  months: number;
}

/** Nightly deletion runs, one per day. */
interface RetentionRunTable {
  /** YYYY-MM-DD in the company's time zone. */
  day: string;
  /** When it started or last deleted records. */
  started_at: number;
  finished_at: number | null;
  deleted: number;
}
