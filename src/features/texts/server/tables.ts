/** Its tables. Times are milliseconds since 1970. */
export interface TextTables {
  readonly texts: TextTable;
  readonly text_consents: TextConsentTable;
}

/** Texts to and from phones. Those to phones are also the queue of their sending. */
interface TextTable {
  /** UUIDv7. */
  id: string;
  /** "in" or "out". */
  direction: string;
  /** The other phone's number by `phoneKey`. */
  number_key: string;
  /** Its case, whose submission may be the only one yet; null for automatic texts. */
  case_id: string | null;
  /** The only account with the number at that time; null without. */
  uid: string | null;
  /** The request or the interview that it is about; null for others. */
  request_id: string | null;
  /** A `TextKind`; "message" or "keyword" for those that came in. */
  kind: string;
  body: string;
  /** Secret link that follows the body, for the phone only: null once it is sent or abandoned. */
  link: string | null;
  /** IANA name, of the place of the person. */
  time_zone: string;
  /** Twilio's ID; null until it is accepted, and in the sandbox. */
  provider_id: string | null;
  created_at: number;
  attempts: number;
  next_try_at: number;
  leased_until: number;
  /** When it was handed on, or came in. */
  sent_at: number | null;
  /** When the carrier reported it as delivered. */
  delivered_at: number | null;
  failed_at: number | null;
  /** Code of Twilio or of the connection, or "stopped". */
  failure: string | null;
  /** 1: it was also written to a file in the outbox. */
  is_file: number;
}

/** What numbers agreed to: the newest row counts, the others are its history. */
interface TextConsentTable {
  /** UUIDv7. */
  id: string;
  number_key: string;
  /** A `ConsentState`. */
  state: string;
  /** What the person read, heard or wrote. */
  words: string;
  at: number;
  /** A `ConsentSource`. */
  source: string;
  /** The account whose owner said it, or the only one with the number; null without. */
  uid: string | null;
  /** Who asked on the phone; null otherwise. */
  staff_id: string | null;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends TextTables {}
}
