import type { Kysely } from "kysely";
import type { Colleague, StaffMember } from "../../../platform/contract/desk/staff.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { readRoles } from "./access/staff-session.ts";

export async function listStaff(db: Kysely<Database>): Promise<StaffMember[]> {
  const rows = await db.selectFrom("staff").selectAll().orderBy("name").orderBy("id").execute();
  const passkeys = await db.selectFrom("staff_passkeys").select("staff_id").distinct().execute();
  const withPasskey = new Set(passkeys.map((row) => row.staff_id));
  const links = await db
    .selectFrom("staff_tokens")
    .select(["staff_id", "created_at", "expires_at"])
    .where("kind", "=", "join")
    .execute();
  const linkOf = new Map(links.map((link) => [link.staff_id, link]));
  return rows.map((row) => {
    const isInvited = row.joined_at === null;
    const link = isInvited ? linkOf.get(row.id) : undefined;
    const authenticator = row.totp_enabled_at === null ? null : "authenticator";
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      roles: readRoles(row.roles),
      state: row.disabled_at !== null ? "disabled" : isInvited ? "invited" : "active",
      secondFactor: withPasskey.has(row.id) ? "passkey" : authenticator,
      lastSeenAt: toIso(row.last_seen_at),
      invitation: link
        ? {
            sentAt: new Date(link.created_at).toISOString(),
            by: row.invited_by,
            expiresAt: new Date(link.expires_at).toISOString(),
          }
        : null,
    };
  });
}

export async function listColleagues(db: Kysely<Database>): Promise<Colleague[]> {
  const rows = await db
    .selectFrom("staff")
    .select(["id", "name", "roles"])
    .where("joined_at", "is not", null)
    .where("disabled_at", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(({ roles, ...person }) => ({ ...person, roles: readRoles(roles) }));
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
