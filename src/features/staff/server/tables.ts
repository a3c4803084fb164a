/** Its tables. Times are milliseconds since 1970. */
export interface StaffTables {
  readonly staff: StaffTable;
  readonly staff_sessions: StaffSessionTable;
  readonly staff_passkeys: StaffPasskeyTable;
  readonly staff_recovery_codes: StaffRecoveryCodeTable;
  readonly staff_tokens: StaffTokenTable;
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

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends StaffTables {}
}
