import { isoTime } from "../../../platform/server/values/iso-time.ts";
import { byUid, type DataOf } from "../../privacy/server/feature-data.ts";
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
        "after_position",
        "missed_after",
        "is_test",
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
        "is_test",
      ],
    },
    api_answers: {
      reason: "responses of a day, encrypted with tokens that are not stored",
      columns: ["key", "request_hash", "answer", "created_at"],
    },
    // Emptied with the account: what is left are ids of what was deleted.
    webhook_messages: [{ kind: "account", isTheirs: byUid, since: "created_at", isPart: true }],
    event_counters: { reason: "numbers of events, by ids of records", columns: ["name", "last"] },
    deletion_receivers: {
      reason: "receivers that were told of a deletion; deleted with its privacy case",
      columns: [
        "id",
        "message_id",
        "endpoint_id",
        "host",
        "case_id",
        "created_at",
        "reminders",
        "remind_at",
        "confirmed_at",
      ],
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
        "object",
        "position",
      ],
    },
  },
  merging: { webhook_messages: "moves" },
  async collect({ uid }, { database }) {
    if (uid === null) return {};
    const rows = await database.db
      .selectFrom("webhook_messages")
      .select(["event", "created_at"])
      .where("uid", "=", uid)
      .orderBy("position")
      .execute();
    return {
      eventsForOtherPrograms: rows.map((row) => ({
        event: row.event,
        at: isoTime(row.created_at),
      })),
    };
  },
} as const satisfies DataOf<IntegrationTables>;
