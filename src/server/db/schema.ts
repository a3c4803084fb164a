/**
 * The tables as both engines see them. Times are milliseconds since 1970 (UTC),
 * JSON is stored as text, so that SQLite and PostgreSQL hold the same values.
 */
export interface Database {
  readonly submissions: SubmissionTable;
  readonly newsletter_subscribers: NewsletterSubscriberTable;
  readonly app_secrets: AppSecretTable;
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
