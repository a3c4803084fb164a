/** Its tables. Times are milliseconds since 1970. */
export interface IdentityTables {
  readonly oidc_clients: ClientTable;
  readonly oidc_keys: KeyTable;
  readonly oidc_records: RecordTable;
  readonly oidc_logouts: LogoutTable;
}

/** Apps that log their users in with the site's accounts. They have no secrets. */
interface ClientTable {
  /** The `client_id`. */
  id: string;
  name: string;
  /** JSON arrays of addresses. */
  redirect_uris: string;
  post_logout_uris: string;
  backchannel_uri: string | null;
  created_at: number;
  /** Name of who added it. */
  created_by: string;
}

/** Keys that sign ID tokens and logout tokens. */
interface KeyTable {
  /** 1, 2, 3 …: two instances cannot both make the next one. */
  id: string;
  /** The private key as a JWK, encrypted by `sealSecret`. */
  sealed: string;
  created_at: number;
  /** From when it signs; published before. */
  used_from: number;
}

/** Everything that the OpenID Connect provider stores, by its own kinds. */
interface RecordTable {
  /** "kind:hash" for what apps hold, so that the table holds no token; plain for grants and sessions. */
  id: string;
  /** A model of oidc-provider, such as "Grant", "RefreshToken" or "Interaction". */
  kind: string;
  uid: string | null;
  client_id: string | null;
  /** The grant that it belongs to; null for the grant itself. */
  grant_id: string | null;
  /** Of a session of the provider: the site's session, with which it ends. */
  session_id: string | null;
  /** JSON, without the token. */
  data: string;
  created_at: number;
  expires_at: number;
  /** Of a grant: when a token was last issued for it. */
  used_at: number;
  /** When a code or refresh token was used. */
  consumed_at: number | null;
}

/** Log-outs that apps must be told of; deleted once they are, or after three attempts. */
interface LogoutTable {
  id: string;
  client_id: string;
  /** The account, which may be deleted. */
  subject: string;
  /** The session ID in its ID tokens; null: every session of the account. */
  sid: string | null;
  created_at: number;
  attempts: number;
  next_try_at: number;
  leased_until: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends IdentityTables {}
}
