/** Applications for work, from the first saved answer on. */
export interface ApplicationTable {
  /** UUIDv7. */
  id: string;
  /** "care" or "pro". */
  track: string;
  /** "draft" until it is sent; then a word of applicationStatuses. */
  status: string;
  /** Given when it is sent; unique among applications. */
  reference: string | null;
  /** JSON object of answers by field name. */
  answers: string;
  /** JSON object: when each finished step was last saved, ISO 8601, by step id. */
  steps: string;
  /** JSON object: version and time of each consent that was given. */
  consents: string;
  /** Lower case, for look-up; "" while unknown. */
  email_key: string;
  /** The last ten digits, for look-up; "" while unknown. */
  phone_key: string;
  source: string;
  /** JSON of Touch: how the person came first and last. */
  first_touch: string;
  last_touch: string;
  /** 1 when a request carried Sec-GPC. */
  gpc: number;
  /** File below `DATA_DIR/files`; null without a résumé. */
  resume_file: string | null;
  /** Without a file: that of a draft was removed since the draft was not sent in time. */
  resume_name: string | null;
  resume_type: string | null;
  resume_bytes: number | null;
  /** The first application of the same person, when this is a second one. */
  duplicate_of: string | null;
  /** Another person's by its address, though with the same phone number: staff decide. */
  possible_duplicate_of: string | null;
  /** When the person joined this second one with the first. */
  joined_at: number | null;
  /** SHA-256 of the token that shows the reference after sending, base64url. */
  completion_hash: string | null;
  completion_expires_at: number | null;
  /** When the ad company's picture was handed out; it is only once. */
  pixel_at: number | null;
  /** `token_hash` of the one browser that works on it; null in drafts of older versions. */
  held_by: string | null;
  created_at: number;
  updated_at: number;
  submitted_at: number | null;
  address_hash: string | null;
}

/** Browsers that opened the pages on applying. */
export interface ApplyVisitorTable {
  /** SHA-256 of the cookie's token, base64url. */
  token_hash: string;
  /** JSON of Touch. */
  first_touch: string;
  last_touch: string;
  created_at: number;
  seen_at: number;
  /** The application this browser works on, or sent last. */
  care_application: string | null;
  pro_application: string | null;
}

/** Calls that tell an ad company what became of its click; the key makes each happen once. */
export interface ConversionTable {
  id: string;
  source: string;
  event: string;
  /** The person's first application. */
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
  /** Of the last answer. */
  http_status: number | null;
  response: string | null;
  created_at: number;
  done_at: number | null;
}

/** What `ops funnel` counts; names nobody, and stays when drafts go. */
export interface FunnelEventTable {
  /** Of a visit a random id; else application and kind, so that each counts once. */
  id: string;
  track: string;
  source: string;
  /** "visit", "start", "step:<id>", "submit" or a status. */
  kind: string;
  at: number;
}
