import type { AppContext } from "../../../platform/server/app-context.ts";
import { recordId, recordKinds } from "./record-id.ts";

/** A customer whose app calls the API. */
export interface AppUser {
  readonly uid: string;
  readonly appName: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/**
 * Whose access token of an app it is; undefined if it has expired, was revoked or is none. Reads the
 * provider's table without loading the provider.
 */
export async function findAppUser(
  token: string,
  { database, now }: Pick<AppContext, "database" | "now">,
): Promise<AppUser | undefined> {
  const row = await database.db
    .selectFrom("oidc_records as tokens")
    .innerJoin("oidc_records as grants", "grants.id", "tokens.grant_id")
    .innerJoin("accounts", "accounts.uid", "grants.uid")
    .innerJoin("oidc_clients as apps", "apps.id", "grants.client_id")
    .select(["accounts.uid", "apps.id", "apps.name", "tokens.data"])
    .where("tokens.id", "=", recordId("AccessToken", token))
    .where("tokens.expires_at", ">", now())
    .where("grants.kind", "=", recordKinds.grant)
    .where("grants.expires_at", ">", now())
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const {
    scope = "",
    expiresWithSession: isBound = false,
    sessionUid = "",
  } = JSON.parse(row.data) as StoredToken;
  if (isBound && !(await hasSession(sessionUid, { database, now }))) return undefined;
  const { uid, name: appName, id: clientId } = row;
  return { uid, appName, clientId, scopes: scope.split(" ") };
}

/** Part of what the provider stores of an access token. */
interface StoredToken {
  readonly scope?: string;
  /** It ends with the session, whose id is `sessionUid`. */
  readonly expiresWithSession?: boolean;
  readonly sessionUid?: string;
}

async function hasSession(
  id: string,
  { database, now }: Pick<AppContext, "database" | "now">,
): Promise<boolean> {
  const row = await database.db
    .selectFrom("oidc_records")
    .select("id")
    .where("session_id", "=", id)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return row !== undefined;
}
