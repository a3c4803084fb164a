import { prepare } from "../../../../platform/server/db/prepare.ts";

interface SessionRow {
  readonly id: string;
  readonly staff_id: string;
  readonly confirmed_at: number | null;
  readonly last_seen_at: number;
  readonly name: string;
  readonly email: string;
  readonly roles: string;
  readonly totp_enabled_at: number | null;
  /** PostgreSQL has booleans, SQLite 0 and 1. */
  readonly has_passkey: unknown;
}

/**
 * Reads the session with this token's hash, unless it has ended or its staff member was disabled.
 * Each request of the desk runs it, so it is compiled once.
 */
export const readSession = prepare<
  {
    readonly tokenHash: string;
    readonly now: number;
    /** Sessions last used at this time or before have ended. */
    readonly usedAfter: number;
  },
  SessionRow
>(["tokenHash", "now", "usedAfter"], (db, { tokenHash, now, usedAfter }) =>
  db
    .selectFrom("staff_sessions")
    .innerJoin("staff", "staff.id", "staff_sessions.staff_id")
    .select((row) => [
      "staff_sessions.id",
      "staff_sessions.staff_id",
      "staff_sessions.confirmed_at",
      "staff_sessions.last_seen_at",
      "staff.name",
      "staff.email",
      "staff.roles",
      "staff.totp_enabled_at",
      row
        .exists(
          row
            .selectFrom("staff_passkeys")
            .select("staff_passkeys.id")
            .whereRef("staff_passkeys.staff_id", "=", "staff.id"),
        )
        .as("has_passkey"),
    ])
    .where("staff_sessions.token_hash", "=", tokenHash)
    .where("staff_sessions.expires_at", ">", now)
    .where("staff_sessions.last_seen_at", ">", usedAfter)
    .where("staff.disabled_at", "is", null),
);
