import type { Kysely } from "kysely";
import type { AppContext } from "../../../platform/server/app-context.ts";
import type { Database } from "../../../platform/server/db/schema.ts";
import { endGrant, tellApps } from "./end-apps.ts";
import { recordKinds } from "./record-id.ts";

/** An app that an account is logged in to. */
export interface OwnApp {
  /** Of the grant. */
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number;
}

/**
 * The apps of an account, last used first: those that have a refresh token, or that its browser's
 * session still logs in.
 */
export async function listOwnApps(
  db: Kysely<Database>,
  uid: string,
  now: number,
): Promise<OwnApp[]> {
  const rows = await db
    .selectFrom("oidc_records as grants")
    .innerJoin("oidc_clients as apps", "apps.id", "grants.client_id")
    .select(["grants.id", "apps.name", "grants.used_at"])
    .where("grants.uid", "=", uid)
    .where("grants.kind", "=", recordKinds.grant)
    .where("grants.expires_at", ">", now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("oidc_records as tokens")
          .select("tokens.id")
          .whereRef("tokens.grant_id", "=", "grants.id")
          .where("tokens.expires_at", ">", now),
      ),
    )
    .orderBy("grants.used_at", "desc")
    .execute();
  return rows.map(({ id, name, used_at }) => ({ id, name, lastUsedAt: Number(used_at) }));
}

/** Ends one app of an account. @returns false if it has none with this id */
export async function endOwnApp(
  { database }: Pick<AppContext, "database">,
  uid: string,
  id: string,
): Promise<boolean> {
  return database.write(async (trx) => {
    const token = await trx
      .selectFrom("oidc_records")
      .select(["client_id", "data"])
      .where("grant_id", "=", id)
      .executeTakeFirst();
    if (!(await endGrant(trx, id, uid))) return false;
    if (token?.client_id != null) {
      const { sid = null } = JSON.parse(token.data) as { readonly sid?: string };
      await tellApps(trx, [{ clientId: token.client_id, uid, sid }]);
    }
    return true;
  });
}
