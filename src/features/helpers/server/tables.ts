/** Its tables. Times are milliseconds since 1970. */
export interface HelperTables {
  readonly helpers: HelperTable;
  readonly helper_logins: HelperLoginTable;
  readonly helper_acts: HelperActTable;
}

/** People who help a customer, and invitations. */
export interface HelperTable {
  /** UUIDv7; names the help in URLs, and is no secret. */
  id: string;
  /** The person who is helped. */
  uid: string;
  /** As the person typed it. */
  name: string;
  /** One of `relations`, or "". */
  relation: string;
  /** Where the invitation went, as typed and by `emailKey`; "" for one with a code. */
  email: string;
  email_key: string;
  /** 0 or 1, as the next two: what the person lets them do. */
  requests: number;
  asks: number;
  messages: number;
  /** Hash of the link's token, or of the code; null once it was answered. */
  secret_hash: string | null;
  invited_at: number;
  /** Name of the staff member who invited them for the person; "" by the person. */
  invited_by: string;
  /** Until when the invitation works. */
  expires_at: number;
  accepted_at: number | null;
  /** When the help ends unless it is renewed; null until it is accepted. */
  until_at: number | null;
  ended_at: number | null;
  /** A `HelpEnding`. */
  ended_by: string | null;
  /** JSON array of the kinds of acts that the person was emailed about. */
  told: string;
  /** When the person was reminded that it ends. */
  reminded_at: number | null;
}

/** The account of a helper: one for each accepted invitation. */
interface HelperLoginTable {
  /** Of the help. */
  id: string;
  uid: string;
}

/** What helpers looked at and did. */
interface HelperActTable {
  /** Ordered by time. */
  id: string;
  helper_id: string;
  at: number;
  /** A `HelperAct`. */
  kind: string;
  /** Title of a request, or reference of a message; "" without. */
  about: string;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends HelperTables {}
}
