/** The tables for programs of others: what they are told, and what they may read. */
export interface IntegrationTables {
  readonly webhook_endpoints: WebhookEndpointTable;
  readonly webhook_messages: WebhookMessageTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
  readonly api_tokens: ApiTokenTable;
}

/** Addresses that are told of events. */
interface WebhookEndpointTable {
  id: string;
  url: string;
  /** JSON array of `webhookTopics`. */
  topics: string;
  /** 0 or 1: whether what people wrote is sent along. */
  includes_contents: number;
  /** Key of signatures, "whsec_…". */
  secret: string;
  secret_at: number;
  /** The secret before, which signs, too, until the time beside it. */
  former_secret: string | null;
  former_until: number | null;
  created_at: number;
  /** When the first try failed after which nothing arrived. */
  failing_since: number | null;
  off_at: number | null;
  /** A `WebhookOffReason`; "" while it is on. */
  off_reason: string;
}

/** Events that at least one address is told of. */
interface WebhookMessageTable {
  /** UUIDv7; the receiver knows it as "msg_…". */
  id: string;
  /** A name of `webhookEvents`, or the test. */
  event: string;
  /** The record, from which what people wrote is read when it is sent. */
  record_id: string;
  /** JSON object without what people wrote. */
  data: string;
  created_at: number;
}

/** Events on their way to one address: a queue, and a log for some days. */
interface WebhookDeliveryTable {
  /** UUIDv7. */
  id: string;
  message_id: string;
  endpoint_id: string;
  /** "waiting", "sent" or "failed". */
  state: string;
  /** Why the last try did not count; "" if it did. */
  problem: string;
  attempts: number;
  created_at: number;
  next_try_at: number;
  leased_until: number;
  /** Not tried again after this time. */
  try_until: number;
  /** Start of the last try. */
  tried_at: number | null;
  took_ms: number | null;
  /** Header of the last try; "" before the first. */
  signature: string;
  /** 0 or 1: whether what people wrote was sent along. */
  had_contents: number;
  http_status: number | null;
  /** Its beginning. */
  answer: string | null;
}

/** Tokens with which programs of others read records. */
interface ApiTokenTable {
  id: string;
  name: string;
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  /** Its last characters. */
  ending: string;
  /** JSON array of `apiScopes`. */
  scopes: string;
  created_at: number;
  /** Name of the colleague. */
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
  /** Written at most once a minute. */
  last_used_at: number | null;
  /** JSON object: when its use was last put on record, by scope. */
  recorded: string;
}
