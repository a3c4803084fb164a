import type { Generated } from "kysely";

/** Its tables. Times are milliseconds since 1970. */
export interface IntegrationTables {
  readonly webhook_endpoints: WebhookEndpointTable;
  readonly webhook_messages: WebhookMessageTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
  readonly event_counters: EventCounterTable;
  readonly deletion_receivers: DeletionReceiverTable;
  readonly api_tokens: ApiTokenTable;
  readonly api_answers: ApiAnswerTable;
}

interface WebhookEndpointTable {
  id: string;
  url: string;
  /** JSON array of `webhookTopics`. */
  topics: string;
  /** 0 or 1: whether payloads include what people wrote. */
  includes_contents: number;
  /** Signing key, "whsec_…". */
  secret: string;
  secret_at: number;
  /** The previous secret, which also signs until `former_until`. */
  former_secret: string | null;
  former_until: number | null;
  created_at: number;
  /** When the first failure since the last success happened. */
  failing_since: number | null;
  off_at: number | null;
  /** A `WebhookOffReason`; "" while it is on. */
  off_reason: string;
  /** Position of the last event before it was added or turned on; earlier ones are not sent. */
  after_position: Generated<number>;
  /** Position of the last event before it was turned off, until a catch-up sent what it missed. */
  missed_after: Generated<number | null>;
  /** 1: it receives the events of test tokens, and no others. */
  is_test: Generated<number>;
}

/** The log of events, which programs may read for some weeks. */
interface WebhookMessageTable {
  /** UUIDv7; sent to the receiver as "msg_…". */
  id: string;
  /** A name of `webhookEvents`, or the test event. */
  event: string;
  /** The record, whose contents are read when the event is sent. */
  record_id: string;
  /** JSON object without what people wrote; contents are added when sending. */
  data: string;
  created_at: number;
  /** From 1 without gaps, in the order of the commits; null for a test. */
  position: Generated<number | null>;
  /** What it is about; its kind is the event's name before the dot. */
  object_id: Generated<string>;
  external_id: Generated<string | null>;
  /** From 1 without gaps, of this object. */
  sequence: Generated<number | null>;
  /** The account with whose deletion it is emptied; null for none. */
  uid: Generated<string | null>;
}

/** Last numbers that were given: `position`, `queued`, and for each object "kind/id". */
interface EventCounterTable {
  name: string;
  last: number;
}

/** Receivers that were told of the deletion of an account. */
interface DeletionReceiverTable {
  id: string;
  /** The event, which is deleted earlier. */
  message_id: string;
  endpoint_id: string;
  /** Host of its address. */
  host: string;
  /** The privacy case that the deletion was for; null for none. */
  case_id: string | null;
  created_at: number;
  reminders: number;
  /** Null once it confirmed, and after the last reminder. */
  remind_at: number | null;
  confirmed_at: number | null;
}

/** Deliveries of events to endpoints: a queue, and a log for some days. */
interface WebhookDeliveryTable {
  /** UUIDv7. */
  id: string;
  message_id: string;
  endpoint_id: string;
  /** "waiting", "sent" or "failed". */
  state: string;
  /** Why the last attempt failed; "" if it succeeded. */
  problem: string;
  attempts: number;
  created_at: number;
  next_try_at: number;
  leased_until: number;
  /** No retries after this time. */
  try_until: number;
  /** Start of the last attempt. */
  tried_at: number | null;
  took_ms: number | null;
  /** Signature header of the last attempt; "" before the first. */
  signature: string;
  /** 0 or 1: whether the payload included what people wrote. */
  had_contents: number;
  http_status: number | null;
  /** Beginning of the response. */
  answer: string | null;
  /** "kind/id" of the event's object: it waits for earlier events of the object; "" for a test. */
  object: Generated<string>;
  /** Position of the event; null for a test. */
  position: Generated<number | null>;
}

/** Tokens of programs. */
interface ApiTokenTable {
  id: string;
  name: string;
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  /** Last characters of the token. */
  ending: string;
  /** JSON array of `scopeNames`. */
  scopes: string;
  created_at: number;
  /** Name of the staff member. */
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
  /** Written at most once a minute. */
  last_used_at: number | null;
  /** JSON object: when its use was last written to the audit log, by scope. */
  recorded: string;
  /** CIDR blocks from which it works, separated by commas; "" for everywhere. */
  allow_ip: Generated<string>;
  /** 1: it reads and writes the sandbox, and nothing else. */
  is_test: Generated<number>;
}

/** First responses to requests with an Idempotency-Key, for a day. */
interface ApiAnswerTable {
  /** SHA-256 of token and Idempotency-Key, base64url. */
  key: string;
  request_hash: string;
  /** Encrypted with the token, which is not stored; null while the request runs. */
  answer: string | null;
  created_at: number;
}

declare module "../../../platform/server/db/schema.ts" {
  interface Database extends IntegrationTables {}
}
