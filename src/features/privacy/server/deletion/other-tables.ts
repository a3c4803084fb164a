/**
 * A table without data of customers: the reason, and its columns, so that a new one is reviewed.
 */
export interface NotPersonal {
  readonly reason: string;
  readonly columns: readonly string[];
}

/** Tables without data of customers. */
export const otherTables = {
  newsletter_suppressions: {
    reason: "keyed hashes that keep an address from coming back",
    columns: ["address_hash", "reason", "created_at"],
  },
  clock_state: {
    reason: "whether the clock is trusted",
    columns: ["name", "seen_at", "doubt", "doubted_at"],
  },
  newsletter_days: { reason: "counts without names", columns: ["day", "joined", "gone"] },
  newsletter_sync_state: {
    reason: "sync state of listmonk",
    columns: ["target", "queued_to", "read_to", "succeeded_at", "failed_at", "failure"],
  },
  funnel_events: {
    reason: "counts without names",
    columns: ["id", "track", "source", "kind", "at"],
  },
  funnel_days: {
    reason: "counts without names",
    columns: ["day", "track", "source", "kind", "count"],
  },
  throttles: {
    reason: "keyed hashes, deleted within hours",
    columns: ["key", "count", "window_started_at"],
  },
  webhook_events: {
    reason: "ids of the payment provider's events",
    columns: ["id", "received_at"],
  },
  webhook_endpoints: {
    reason: "URLs that receive events",
    columns: [
      "id",
      "url",
      "topics",
      "includes_contents",
      "secret",
      "secret_at",
      "former_secret",
      "former_until",
      "created_at",
      "failing_since",
      "off_at",
      "off_reason",
    ],
  },
  api_tokens: {
    reason: "of programs, stored as hashes",
    columns: [
      "id",
      "name",
      "token_hash",
      "ending",
      "scopes",
      "created_at",
      "created_by",
      "expires_at",
      "revoked_at",
      "last_used_at",
      "recorded",
    ],
  },
  webhook_messages: {
    reason: "events with references; no contents of messages",
    columns: ["id", "event", "record_id", "data", "created_at"],
  },
  webhook_deliveries: {
    reason: "of events; without the responses of endpoints that get what people wrote",
    columns: [
      "id",
      "message_id",
      "endpoint_id",
      "state",
      "problem",
      "attempts",
      "created_at",
      "next_try_at",
      "leased_until",
      "try_until",
      "tried_at",
      "took_ms",
      "signature",
      "had_contents",
      "http_status",
      "answer",
    ],
  },
  deleted_accounts: {
    reason: "evidence that an account was deleted",
    columns: ["support_id", "deleted_at"],
  },
  file_removals: { reason: "files that are about to be removed", columns: ["path", "due_at"] },
  erasures: { reason: "times of deletions", columns: ["id", "at"] },
  carried_out_deletions: {
    reason: "keyed hashes, to repeat deletions after a restore",
    columns: ["id", "at", "subjects", "days_left", "listed_at"],
  },
  app_secrets: { reason: "keys of the server", columns: ["name", "value"] },
  audit_log: {
    reason: "acts of staff on references; no contents of messages",
    columns: ["id", "at", "kind", "staff_id", "actor", "what", "target", "origin"],
  },
  answer_times: { reason: "settings of the desk", columns: ["form", "hours"] },
  office_holidays: { reason: "settings of the desk", columns: ["day", "name", "is_closed"] },
  retention_rules: { reason: "settings of the desk", columns: ["kind", "months"] },
  retention_runs: {
    reason: "counts without names",
    columns: ["day", "started_at", "finished_at", "deleted"],
  },
  reply_templates: {
    reason: "texts of staff",
    columns: ["id", "topic", "staff_id", "name", "text", "is_shared", "changed_at"],
  },
  search_rebuilds: { reason: "numbers of rows to index again", columns: ["name", "below"] },
  case_presence: {
    reason: "of staff",
    columns: ["staff_id", "topic", "reference", "seen_at", "is_writing"],
  },
  staff: {
    reason: "people who work here, not customers",
    columns: [
      "id",
      "email",
      "email_key",
      "shared_email_key",
      "name",
      "roles",
      "password_hash",
      "totp_secret",
      "totp_enabled_at",
      "totp_last_step",
      "created_at",
      "invited_by",
      "joined_at",
      "disabled_at",
      "last_seen_at",
    ],
  },
  staff_sessions: {
    reason: "of staff",
    columns: [
      "id",
      "token_hash",
      "staff_id",
      "created_at",
      "last_seen_at",
      "expires_at",
      "confirmed_at",
      "user_agent",
    ],
  },
  staff_passkeys: {
    reason: "of staff",
    columns: [
      "id",
      "staff_id",
      "public_key",
      "counter",
      "transports",
      "name",
      "created_at",
      "last_used_at",
    ],
  },
  staff_recovery_codes: { reason: "of staff", columns: ["code_hash", "staff_id", "used_at"] },
  staff_tokens: {
    reason: "of staff",
    columns: ["token_hash", "kind", "staff_id", "data", "created_at", "expires_at"],
  },
} as const satisfies Readonly<Record<string, NotPersonal>>;
