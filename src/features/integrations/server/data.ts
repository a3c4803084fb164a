import type { DataOf } from "../../privacy/server/feature-data.ts";
import type { IntegrationTables } from "./tables.ts";

export const integrationData = {
  tables: {
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
        "allow_ip",
      ],
    },
    api_answers: {
      reason: "responses of a day, encrypted with tokens that are not stored",
      columns: ["key", "request_hash", "answer", "created_at"],
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
  },
} as const satisfies DataOf<IntegrationTables>;
