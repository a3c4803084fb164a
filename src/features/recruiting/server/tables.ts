import type { Generated } from "kysely";

/** Its tables. Times are milliseconds since 1970. */
export interface RecruitingTables {
  readonly applications: ApplicationTable;
  readonly apply_visitors: ApplyVisitorTable;
  readonly conversions: ConversionTable;
  readonly funnel_events: FunnelEventTable;
  readonly application_notes: ApplicationNoteTable;
  readonly application_documents: ApplicationDocumentTable;
  readonly separate_applications: SeparateApplicationTable;
  readonly application_sources: ApplicationSourceTable;
  readonly waitlist_people: WaitlistEntryTable;
  readonly funnel_days: FunnelDayTable;
}

/** Job applications, stored from the first saved answer on. */
interface ApplicationTable {
  /** UUIDv7. */
  id: string;
  /** "care" or "pro". */
  track: string;
  /** "draft" until it is sent; then one of applicationStatuses. */
  status: string;
  /** Set when it is sent; unique among applications. */
  reference: string | null;
  /** JSON object of answers by field name. */
  answers: string;
  /** JSON object by step ID: when each finished step was last saved, ISO 8601. */
  steps: string;
  /** JSON object: version and time of each given consent. */
  consents: string;
  /** Lower case, for lookups; "" if unknown. */
  email_key: string;
  /** The last ten digits, for lookups; "" if unknown. */
  phone_key: string;
  source: string;
  /** JSON of Touch: first and last touch. */
  first_touch: string;
  last_touch: string;
  /** 1 if a request had Sec-GPC: 1. */
  gpc: number;
  /** File below `DATA_DIR/files`; null without a résumé. */
  resume_file: string | null;
  /** Without a file: name of a draft's file that was removed since it was not sent in time. */
  resume_name: string | null;
  resume_type: string | null;
  resume_bytes: number | null;
  /** The same person's first application, if this is a duplicate. */
  duplicate_of: string | null;
  /** An application with the same phone number but another address; staff decide. */
  possible_duplicate_of: string | null;
  /** When this duplicate was merged into the first, by the person or by staff. */
  joined_at: number | null;
  /** SHA-256 of the completion page's token, base64url. */
  completion_hash: string | null;
  completion_expires_at: number | null;
  /** When the ad company's pixel was shown; it is shown once. */
  pixel_at: number | null;
  /** `token_hash` of the only browser that may change it; null in drafts of older versions. */
  held_by: string | null;
  created_at: number;
  updated_at: number;
  submitted_at: number | null;
  address_hash: string | null;
  /**
   * Sequence number in order of sending; key of the search index. Null in drafts, and until a job
   * has filled the next columns.
   */
  number: Generated<number | null>;
  name: Generated<string>;
  city: Generated<string>;
  /** See `marketOf`. */
  market: Generated<string>;
  /** 1 if the same person sent an earlier one, in either track. */
  is_repeat: Generated<number>;
  /** Number of changes, for optimistic locking. */
  version: Generated<number>;
  /** When the status was set; null while `number` is. */
  status_at: Generated<number | null>;
  /** Time of the oldest unanswered message; null if none. */
  waiting_since: Generated<number | null>;
  /** When `version` was set; 0 in rows of older releases. */
  changed_at: Generated<number>;
}

/** Browsers that opened the pages for applicants. */
interface ApplyVisitorTable {
  /** SHA-256 of the cookie's token, base64url. */
  token_hash: string;
  /** JSON of Touch. */
  first_touch: string;
  last_touch: string;
  created_at: number;
  seen_at: number;
  /** The browser's current or last sent application. */
  care_application: string | null;
  pro_application: string | null;
}

/** Outbox of conversions; the unique key prevents sending one twice. */
interface ConversionTable {
  id: string;
  source: string;
  event: string;
  application_id: string;
  /** JSON object of the placeholders' values. */
  params: string;
  /** "waiting", "sent", "failed" or "skipped". */
  state: string;
  /** Why it was skipped or failed. */
  reason: string | null;
  attempts: number;
  next_try_at: number;
  leased_until: number;
  http_status: number | null;
  response: string | null;
  created_at: number;
  done_at: number | null;
}

/** Events that `ops funnel` counts; anonymous, and kept when drafts are deleted. */
interface FunnelEventTable {
  /** A random ID for visits; otherwise application and kind, so that each counts once. */
  id: string;
  track: string;
  source: string;
  /** "visit", "start", "step:<id>", "submit" or a status. */
  kind: string;
  at: number;
}

interface ApplicationNoteTable {
  id: string;
  application_id: string;
  at: number;
  staff_id: string;
  text: string;
  /** JSON array of staff IDs. */
  mentions: string;
}

/** Licenses and other documents that applicants add on their page. */
interface ApplicationDocumentTable {
  id: string;
  application_id: string;
  /** One of `documentKindNames`. */
  kind: string;
  /** As typed: "Driver's license". */
  label: string;
  /** Its path in the file store. */
  file: string;
  name: string;
  mime_type: string;
  size: number;
  /** YYYY-MM-DD; "" for one that does not end. */
  ends_on: string;
  /** "received", "accepted" or "again". */
  state: string;
  /** Why it is to be sent again; "" otherwise. */
  reason: string;
  /** Id of the document that it takes the place of; "" for none. */
  replaces: string;
  source_key: string;
  at: number;
  decided_at: number | null;
  /** When its person was reminded of `ends_on`. */
  reminded_at: number | null;
}

/** Pairs of applications that staff marked as of different people; each pair in both orders. */
interface SeparateApplicationTable {
  application_id: string;
  other_id: string;
}

/**
 * What an application took over when another one was merged into it: an address other than its own
 * is found by it after the other one is gone.
 */
interface ApplicationSourceTable {
  id: string;
  application_id: string;
  /** Of the application that the data came from, in lower case; "" if unknown. */
  email: string;
  /** As in applications. */
  phone_key: string;
  /** JSON object of the answers taken over, by field name. */
  answers: string;
  /** The résumé taken over; null if none. */
  resume_file: string | null;
  /** JSON array of the ids of the conversions taken over. */
  conversions: string;
  at: number;
}

/** People on the waiting list: one row per submission. */
interface WaitlistEntryTable {
  id: string;
  market: string;
  track: string;
  /** In lower case; "" without one. */
  email: string;
  created_at: number;
  /** "waiting", "told" or "spam". */
  state: string;
  told_at: number | null;
  /** "email" or "phone". */
  told_by: string | null;
  staff_id: string | null;
}

/** Counts of funnel events by day, for past days. */
interface FunnelDayTable {
  /** YYYY-MM-DD in the company's time zone. */
  day: string;
  track: string;
  source: string;
  kind: string;
  count: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends RecruitingTables {}
}
