import type { DataOf } from "../../privacy/server/feature-data.ts";
import type { StaffTables } from "./tables.ts";

export const staffData = {
  tables: {
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
  },
} as const satisfies DataOf<StaffTables>;
